"""Drawing sketches on processors, without the libraries that the models are published for."""

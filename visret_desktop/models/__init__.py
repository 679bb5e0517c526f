"""One adapter per neural model; the only place that loads torch or ONNX Runtime."""

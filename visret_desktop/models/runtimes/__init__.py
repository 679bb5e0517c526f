"""What runs networks, and where: devices, llama.cpp, OpenVINO, compiled files."""

uniform vec4 flat_colour;
out vec4 result;
void main() { result = flat_colour; }

// The controls panels are made of. Each carries an id by which tests find it on the screen.
#pragma once

#include <map>
#include <string>

struct ImVec4;

namespace spook::ui {

// where a control was drawn in this frame: pixels of the window
struct WidgetRect {
  float x0, y0, x1, y1;
};
const std::map<std::string, WidgetRect>& widgets();
void begin_widgets();                  // a new frame
void set_double_click(bool happened);  // told by the window: two presses may fall into one slow frame
void track(const std::string& id);     // the item drawn last
void track_at(const std::string& id, const WidgetRect& where);

struct Range {
  double minimum, maximum, standard;
  bool logarithmic = false;
  const char* format = nullptr;  // of the number alone; none: three digits and the prefix that its size asks for
};

// label on the left, what is set on the right, in one column of the whole panel
void label_line(const char* label, const char* help);
// name on the left, value and slider on the right (an empty name: the slider alone, as wide as the next item);
// double-click resets to the standard value, ctrl-click types
// an amber dot before the item drawn last: it is not what it was to begin with
void changed_dot(const std::string& id);
bool slider(const std::string& id, const char* label, double& value, const Range& range, const char* unit,
            const char* help);
bool slider_int(const std::string& id, const char* label, int& value, int minimum, int maximum, int standard,
                const char* help, const char* format = "%d");
bool toggle(const std::string& id, const char* label, bool& value, const char* help = nullptr);
// helps: of each name, shown beside the open list
bool choice(const std::string& id, const char* label, int& value, const char* const* names, int count, const char* help,
            const char* const* helps = nullptr);
bool button(const std::string& id, const char* label, const char* help = nullptr, bool wide = false);
// a number to drag or type, with its unit
bool number(const std::string& id, const char* label, double& value, double speed, const char* unit,
            const char* help = nullptr);
bool vector(const std::string& id, const char* label, double* xyz, double speed, const char* unit,
            const char* help = nullptr, int count = 3);

// on the same line while something so wide has room there, else on the next
void next_on_line(float width);
float button_width(const char* label);
std::string shortened(const char* text, float room);  // as much of it as fits, whole letters

void heading(const char* text);
void value_line(const char* label, const char* format, ...) __attribute__((format(printf, 2, 3)));
void quiet(const char* format, ...) __attribute__((format(printf, 1, 2)));  // small, grey, wrapped
void piece(const char* text, const ImVec4* colour = nullptr);               // of a line; without a colour quiet
// Of the item drawn last: the tooltip that begins next stands at the side of its panel or bar, over nothing of it.
void place_tooltip();
void tooltip(const char* help);                     // of the item drawn last
void resting_tooltip(const char* help);             // the same, once the cursor has rested on it
bool section(const char* label, bool open = true);  // a collapsing header

}  // namespace spook::ui

#include "file_drop.h"

#include <X11/Xatom.h>
#include <X11/Xlib.h>

#include <chrono>
#include <memory>
#include <thread>

namespace spook::test {
namespace {

struct Close {
  void operator()(Display* display) const { XCloseDisplay(display); }
};

struct Dropper {
  std::unique_ptr<Display, Close> connection;
  Window source = 0, target = 0;
  std::string uri;

  Display* display() const { return connection.get(); }
  Atom atom(const char* name) const { return XInternAtom(display(), name, False); }

  // the first window down from here that says it is aware of drops
  Window aware(Window from) const {
    Atom type = 0;
    int format = 0;
    unsigned long count = 0, left = 0;
    unsigned char* data = nullptr;
    XGetWindowProperty(display(), from, atom("XdndAware"), 0, 1, False, AnyPropertyType, &type, &format, &count, &left,
                       &data);
    if (data) XFree(data);
    if (type) return from;
    Window root = 0, parent = 0, *children = nullptr, found = 0;
    unsigned n = 0;
    if (!XQueryTree(display(), from, &root, &parent, &children, &n)) return 0;
    for (unsigned i = 0; i < n && !found; ++i) found = aware(children[i]);
    if (children) XFree(children);
    return found;
  }

  void say(const char* what, long a, long b, long c, long d) const {
    XEvent event{};
    event.xclient.type = ClientMessage;
    event.xclient.window = target, event.xclient.message_type = atom(what), event.xclient.format = 32;
    event.xclient.data.l[0] = long(source);
    event.xclient.data.l[1] = a, event.xclient.data.l[2] = b, event.xclient.data.l[3] = c, event.xclient.data.l[4] = d;
    XSendEvent(display(), target, False, NoEventMask, &event);
    XFlush(display());
  }

  // the target asks what it was given
  void answer(const XSelectionRequestEvent& asked) const {
    XChangeProperty(display(), asked.requestor, asked.property, asked.target, 8, PropModeReplace,
                    reinterpret_cast<const unsigned char*>(uri.data()), int(uri.size()));
    XEvent event{};
    event.xselection.type = SelectionNotify;
    event.xselection.requestor = asked.requestor, event.xselection.selection = asked.selection;
    event.xselection.target = asked.target, event.xselection.property = asked.property;
    event.xselection.time = asked.time;
    XSendEvent(display(), asked.requestor, False, NoEventMask, &event);
    XFlush(display());
  }
};

}  // namespace

bool drop_file(const std::string& display, const std::string& file) {
  Dropper d;
  d.connection.reset(XOpenDisplay(display.c_str()));
  if (!d.connection) return false;
  const Window root = DefaultRootWindow(d.display());
  d.target = d.aware(root);
  if (!d.target) return false;
  d.source = XCreateSimpleWindow(d.display(), root, 0, 0, 1, 1, 0, 0, 0);
  d.uri = "file://" + file + "\r\n";
  XSetSelectionOwner(d.display(), d.atom("XdndSelection"), d.source, CurrentTime);
  constexpr long version = 5;
  d.say("XdndEnter", version << 24, long(d.atom("text/uri-list")), 0, 0);
  d.say("XdndPosition", 0, (300L << 16) | 300, CurrentTime, long(d.atom("XdndActionCopy")));
  // it accepts, is let go of, asks for the list of files, and says that it has them
  for (int i = 0; i < 500; ++i) {
    while (XPending(d.display())) {
      XEvent event;
      XNextEvent(d.display(), &event);
      if (event.type == SelectionRequest) d.answer(event.xselectionrequest);
      if (event.type != ClientMessage) continue;
      if (event.xclient.message_type == d.atom("XdndStatus")) {
        if (!(event.xclient.data.l[1] & 1)) return false;
        d.say("XdndDrop", 0, CurrentTime, 0, 0);
      }
      if (event.xclient.message_type == d.atom("XdndFinished")) return true;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

}  // namespace spook::test

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.plateaubench.plugin.olio.RecordingSite.Asked;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;

/**
 * Pages with the links, images and forms of each application, just enough to distinguish them. Event 7 is on each list.
 */
final class SamplePages {
    private static final String PHP_EVENT =
            "<a href='events.php?socialEventID=7'><img src='fileService.php?cache=false&amp;file=e7t.jpg'></a>";
    private static final Map<String, Integer> NUMBERS =
            IntStream.rangeClosed(1, 2_500).boxed().collect(Collectors.toMap(Names::userName, Function.identity()));

    private SamplePages() {}

    /** The actions of the users of a site. */
    private static final class Memory {
        private final Set<String> going = ConcurrentHashMap.newKeySet();
        private volatile String title = "Some event";
    }

    private static Reply file(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".css")) {
            return Reply.of("text/css", "a{}".getBytes(StandardCharsets.UTF_8));
        }
        if (lower.endsWith(".js")) {
            return Reply.of("text/javascript", "1".getBytes(StandardCharsets.UTF_8));
        }
        MediaKind kind = path.contains("/people/") ? MediaKind.PERSON_THUMBNAIL : MediaKind.EVENT_THUMBNAIL;
        return Reply.of("image/jpeg", kind.bytes(kind.idIn(path, 0)));
    }

    /** Below a base path. */
    static Pages php() {
        Memory memory = new Memory();
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /olio/index.php" -> php(asked, "<form id=filter_event_list></form>" + PHP_EVENT);
            case "POST /olio/taggedEvents.php", "GET /olio/taggedEvents.php" ->
                php(asked, "<h1>Events tagged " + asked.query().replaceAll("tag=|&.*", "") + " </h1>" + PHP_EVENT);
            case "GET /olio/events.php" -> phpEvent(asked, memory);
            case "GET /olio/users.php" ->
                php(
                        asked,
                        "<div id=main_user_details><h1>" + asked.query().substring("username=".length())
                                + "</h1></div><img src='fileService.php?file=p1t.jpg'>");
            case "GET /olio/addPerson.php", "GET /olio/addEvent.php" ->
                php(asked, "<form enctype=multipart/form-data></form>");
            case "POST /olio/login.php" -> Reply.to("/olio/index.php").signingIn(asked);
            case "GET /olio/logout.php" -> Reply.to("/olio/index.php").signingOut();
            case "GET /olio/addAttendee.php" -> {
                memory.going.add(asked.viewer());
                yield Reply.page("56 Attendees: <input name=\"unattend\" type=\"button\" value=\"Unattend\"><a href=\""
                        + "users.php\">" + asked.viewer() + "</a>");
            }
            case "POST /olio/addPersonResult.php" ->
                Reply.to("/olio/users.php?username=" + asked.part("add_user_name"));
            case "POST /olio/addEventResult.php" -> {
                memory.title = asked.part("title");
                yield Reply.to("/olio/events.php?socialEventID=8");
            }
            default -> file(asked.path());
        };
    }

    private static Reply phpEvent(Asked asked, Memory memory) {
        return php(
                asked,
                "<img src='fileService.php?cache=false&amp;file=e7t.jpg'><div id=main_event_details><h1>" + memory.title
                        + "</h1></div><div id=event_attendees>55 Attendees:"
                        + (asked.signedIn() && !memory.going.contains(asked.viewer())
                                ? "<input name=attend type=button value=Attend>"
                                : "")
                        + "</div><form id=commentsForm method=post action='events.php?" + asked.query() + "'></form>");
    }

    private static Reply php(Asked asked, String content) {
        return Reply.page("<html><head><script src='js/prototype.js'></script><link rel=stylesheet href='css/site.css'>"
                + "</head><body><img src='/images/RSS-icon-large.gif'><div id=yield>" + content
                + "</div><div id=sidebar>"
                + (asked.signedIn()
                        ? "Hello, <strong><a href='users.php?username=" + asked.viewer() + "'>" + asked.viewer()
                                + "</a></strong><a href=logout.php>(Logout)</a>"
                        : "Not logged in.")
                + "<form id=tagSearchForm></form></div></body></html>");
    }

    static Pages plateau() {
        Memory memory = new Memory();
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /" -> plateau(asked, "<h2 id=coming>Coming up</h2>" + card());
            case "GET /search" -> Reply.to("/tags/" + asked.query().substring("tag=".length()));
            case "GET /events/7", "GET /events/8" -> event(asked, memory);
            case "GET /people/new", "GET /events/new" ->
                plateau(asked, "<form method=post enctype='multipart/form-data'></form>");
            case "GET /people/check" -> Reply.of("application/json", bytes("{\"free\":true}"));
            case "POST /login" -> Reply.to("/").signingIn(asked);
            case "POST /logout" -> Reply.to("/").signingOut();
            case "POST /events/7/attend" -> {
                memory.going.add(asked.viewer());
                yield Reply.to("/events/7");
            }
            case "POST /people" -> Reply.to("/people/" + asked.part("userName"));
            case "POST /events" -> {
                memory.title = asked.part("title");
                yield Reply.to("/events/8");
            }
            default -> plateauByName(asked);
        };
    }

    private static Reply plateauByName(Asked asked) {
        String name = asked.path().substring(asked.path().lastIndexOf('/') + 1);
        if (asked.path().startsWith("/tags/")) {
            return plateau(asked, "<h1 id=heading>" + name + "</h1>" + card());
        }
        return asked.path().startsWith("/people/")
                ? plateau(
                        asked,
                        "<article class=person><p class=lead>" + name + "</p><img src='"
                                + MediaKind.PERSON_THUMBNAIL.path(NUMBERS.getOrDefault(name, 9_999_999))
                                + "'></article>")
                : file(asked.path());
    }

    private static Reply event(Asked asked, Memory memory) {
        return plateau(
                asked,
                "<article class=event><h1>" + memory.title + "</h1><img src='/images" + asked.path() + "-thumb.jpg'>"
                        + (!asked.signedIn()
                                ? ""
                                : memory.going.contains(asked.viewer())
                                        ? "<p>You are going.</p>"
                                        : "<form method=post action='" + asked.path() + "/attend'></form>")
                        + "</article>");
    }

    private static String card() {
        return "<a href='/events/7'><img src='/images/events/7-thumb.jpg'></a>";
    }

    private static Reply plateau(Asked asked, String content) {
        return Reply.page("<html><head><link rel=stylesheet href='/static/css/base.css'></head><body>"
                + "<img src='/static/icons/logo.svg'>"
                + (asked.signedIn()
                        ? "<a class=\"me\" href=\"/people/" + asked.viewer() + "\">" + asked.viewer()
                                + "</a><form action='/logout' method=post></form>"
                        : "<a href='/login'>Sign in</a>")
                + content + "</body></html>");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

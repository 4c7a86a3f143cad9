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
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.RecordingSite.SiteRequest;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;

/**
 * Pages of each application with only the links, images and forms that the driver uses. Each list has event 7.
 */
final class SamplePages {
    private static final String PHP_EVENT =
            "<a href='events.php?socialEventID=7'><img src='fileService.php?cache=false&amp;file=e7t.jpg'></a>";
    private static final Map<String, Integer> NUMBERS =
            IntStream.rangeClosed(1, 2_500).boxed().collect(Collectors.toMap(Names::userName, Function.identity()));

    private SamplePages() {}

    /** The attendees and the title of the event that users of a site have written. */
    private static final class SiteState {
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

    /** Returns the pages of Olio for PHP, below a base path. */
    static Pages php() {
        SiteState state = new SiteState();
        return request -> switch (request.method() + " " + request.path()) {
            case "GET /olio/index.php" -> php(request, "<form id=filter_event_list></form>" + PHP_EVENT);
            case "POST /olio/taggedEvents.php", "GET /olio/taggedEvents.php" ->
                php(request, "<h1>Events tagged " + request.query().replaceAll("tag=|&.*", "") + " </h1>" + PHP_EVENT);
            case "GET /olio/events.php" -> phpEvent(request, state);
            case "GET /olio/users.php" ->
                php(
                        request,
                        "<div id=main_user_details><h1>" + request.query().substring("username=".length())
                                + "</h1></div><img src='fileService.php?file=p1t.jpg'>");
            case "GET /olio/addPerson.php", "GET /olio/addEvent.php" ->
                php(request, "<form enctype=multipart/form-data></form>");
            case "POST /olio/login.php" -> Reply.redirect("/olio/index.php").signingIn(request);
            case "GET /olio/logout.php" -> Reply.redirect("/olio/index.php").signingOut();
            case "GET /olio/addAttendee.php" -> {
                state.going.add(request.viewer());
                yield Reply.page("56 Attendees: <input name=\"unattend\" type=\"button\" value=\"Unattend\"><a href=\""
                        + "users.php\">" + request.viewer() + "</a>");
            }
            case "POST /olio/addPersonResult.php" ->
                Reply.redirect("/olio/users.php?username=" + request.part("add_user_name"));
            case "POST /olio/addEventResult.php" -> {
                state.title = request.part("title");
                yield Reply.redirect("/olio/events.php?socialEventID=8");
            }
            default -> file(request.path());
        };
    }

    private static Reply phpEvent(SiteRequest request, SiteState state) {
        return php(
                request,
                "<img src='fileService.php?cache=false&amp;file=e7t.jpg'><div id=main_event_details><h1>" + state.title
                        + "</h1></div><div id=event_attendees>55 Attendees:"
                        + (request.signedIn() && !state.going.contains(request.viewer())
                                ? "<input name=attend type=button value=Attend>"
                                : "")
                        + "</div><form id=commentsForm method=post action='events.php?" + request.query()
                        + "'></form>");
    }

    private static Reply php(SiteRequest request, String content) {
        return Reply.page("<html><head><script src='js/prototype.js'></script><link rel=stylesheet href='css/site.css'>"
                + "</head><body><img src='/images/RSS-icon-large.gif'><div id=yield>" + content
                + "</div><div id=sidebar>"
                + (request.signedIn()
                        ? "Hello, <strong><a href='users.php?username=" + request.viewer() + "'>" + request.viewer()
                                + "</a></strong><a href=logout.php>(Logout)</a>"
                        : "Not logged in.")
                + "<form id=tagSearchForm></form></div></body></html>");
    }

    static Pages plateau() {
        SiteState state = new SiteState();
        return request -> switch (request.method() + " " + request.path()) {
            case "GET /" -> plateau(request, "<h2 id=coming>Coming up</h2>" + card());
            case "GET /search" -> Reply.redirect("/tags/" + request.query().substring("tag=".length()));
            case "GET /events/7", "GET /events/8" -> event(request, state);
            case "GET /people/new", "GET /events/new" ->
                plateau(request, "<form method=post enctype='multipart/form-data'></form>");
            case "GET /people/check" -> Reply.of("application/json", bytes("{\"free\":true}"));
            case "POST /login" -> Reply.redirect("/").signingIn(request);
            case "POST /logout" -> Reply.redirect("/").signingOut();
            case "POST /events/7/attend" -> {
                state.going.add(request.viewer());
                yield Reply.redirect("/events/7");
            }
            case "POST /people" -> Reply.redirect("/people/" + request.part("userName"));
            case "POST /events" -> {
                state.title = request.part("title");
                yield Reply.redirect("/events/8");
            }
            default -> plateauByName(request);
        };
    }

    private static Reply plateauByName(SiteRequest request) {
        String name = request.path().substring(request.path().lastIndexOf('/') + 1);
        if (request.path().startsWith("/tags/")) {
            return plateau(request, "<h1 id=heading>" + name + "</h1>" + card());
        }
        return request.path().startsWith("/people/")
                ? plateau(
                        request,
                        "<article class=person><p class=lead>" + name + "</p><img src='"
                                + MediaKind.PERSON_THUMBNAIL.path(NUMBERS.getOrDefault(name, 9_999_999))
                                + "'></article>")
                : file(request.path());
    }

    private static Reply event(SiteRequest request, SiteState state) {
        return plateau(
                request,
                "<article class=event><h1>" + state.title + "</h1><img src='/images" + request.path() + "-thumb.jpg'>"
                        + (!request.signedIn()
                                ? ""
                                : state.going.contains(request.viewer())
                                        ? "<p>You are going.</p>"
                                        : "<form method=post action='" + request.path() + "/attend'></form>")
                        + "</article>");
    }

    private static String card() {
        return "<a href='/events/7'><img src='/images/events/7-thumb.jpg'></a>";
    }

    private static Reply plateau(SiteRequest request, String content) {
        return Reply.page("<html><head><link rel=stylesheet href='/static/css/base.css'></head><body>"
                + "<img src='/static/icons/logo.svg'>"
                + (request.signedIn()
                        ? "<a class=\"me\" href=\"/people/" + request.viewer() + "\">" + request.viewer()
                                + "</a><form action='/logout' method=post></form>"
                        : "<a href='/login'>Sign in</a>")
                + content + "</body></html>");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

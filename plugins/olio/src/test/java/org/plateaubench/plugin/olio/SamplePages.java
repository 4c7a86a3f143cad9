// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.plateaubench.plugin.olio.RecordingSite.Asked;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/**
 * Pages with the links, images and forms of each application, just enough to distinguish them. Event 7 is on each list.
 */
final class SamplePages {
    private static final byte[] THUMBNAIL = MediaKind.EVENT_THUMBNAIL.bytes(7);

    private SamplePages() {}

    private static Reply file(String path) {
        String lower = path.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".css")) {
            return Reply.of("text/css", "a{}".getBytes(StandardCharsets.UTF_8));
        }
        return lower.endsWith(".js")
                ? Reply.of("text/javascript", "1".getBytes(StandardCharsets.UTF_8))
                : Reply.of("image/jpeg", THUMBNAIL);
    }

    static Pages php() {
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /index.php", "POST /taggedEvents.php", "GET /taggedEvents.php" ->
                php(
                        asked,
                        "<form id=tagSearchForm></form><a href='events.php?socialEventID=7'><img"
                                + " src='fileService.php?cache=false&amp;file=e7t.jpg'></a>");
            case "GET /events.php" ->
                php(
                        asked,
                        "<img src='fileService.php?cache=false&amp;file=e7t.jpg'><div id=event_attendees>55 Attendees:"
                                + (asked.signedIn() ? "<input name=attend type=button value=Attend>" : "") + "</div>");
            case "GET /users.php" ->
                php(asked, asked.query().substring("username=".length()) + "<img src='fileService.php?file=p1t.jpg'>");
            case "GET /addPerson.php", "GET /addEvent.php" -> php(asked, "<form enctype=multipart/form-data></form>");
            case "POST /login.php" -> Reply.to("/index.php").signingIn();
            case "GET /logout.php" -> Reply.to("/index.php").signingOut();
            case "GET /addAttendee.php" -> Reply.page("56 Attendees: <input name=unattend>");
            case "POST /addPersonResult.php" -> Reply.to("/users.php?username=" + asked.part("add_user_name"));
            case "POST /addEventResult.php" -> Reply.to("/events.php?socialEventID=8");
            default -> file(asked.path());
        };
    }

    private static Reply php(Asked asked, String content) {
        return Reply.page("<html><head><script src='js/prototype.js'></script><link rel=stylesheet href='css/site.css'>"
                + "</head><body><img src='/images/RSS-icon-large.gif'>"
                + (asked.signedIn() ? "<a href=logout.php>(Logout)</a>" : "<label>Username</label>") + content
                + "</body></html>");
    }

    static Pages rails() {
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /", "GET /events/tag_search/" ->
                rails(
                        asked,
                        "<form action='/events/tag_search'></form><a href='/events/7'><div style='background:"
                                + " url(/uploaded_files/7/t.jpg) no-repeat'></div></a>");
            case "GET /events/7" ->
                rails(
                        asked,
                        "Attendees <div style='background: url(/uploaded_files/7/t.jpg)'></div>"
                                + "<form action='/events/7/attend'><input value=Attend></form>");
            case "GET /users/new" -> rails(asked, form("registered"));
            case "GET /events/new" -> rails(asked, form("event"));
            case "POST /users/login" -> Reply.to("/").signingIn();
            case "GET /users/logout" -> Reply.to("/").signingOut();
            case "POST /users/check_name" -> Reply.page("free");
            case "POST /events/7/attend" -> Reply.page("You are attending");
            case "POST /users" -> Reply.to("/users/added");
            case "GET /users/added" -> rails(asked, "Succeeded in creating user.");
            case "POST /events/" -> Reply.to("/events/added");
            case "GET /events/added" -> rails(asked, "Event was successfully created.");
            default -> asked.path().matches("/users/[0-9]+") ? rails(asked, "somebody") : file(asked.path());
        };
    }

    private static String form(String token) {
        return "<form method=post enctype='multipart/form-data'><input type=hidden name=authenticity_token value='"
                + token + "'></form>";
    }

    private static Reply rails(Asked asked, String content) {
        return Reply.page("<html><head><script src='/javascripts/prototype.js'></script></head><body>"
                + (asked.signedIn() ? "<a href='/users/logout'>(Logout)</a>" : "Login:") + content + "</body></html>");
    }

    static Pages java() {
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /webapp/index.jsp", "POST /webapp/tag/display", "GET /webapp/tag/display" ->
                java(
                        asked,
                        "<a href='/webapp/event/detail?socialEventID=7'><img src='/webapp/access-artifacts/e7t.jpg'/></a>");
            case "GET /webapp/event/detail" -> java(asked, "<img src='/webapp/access-artifacts/e7t.jpg'/>");
            case "GET /webapp/api/event/getComments" -> Reply.of("application/json", bytes("{\"comments\":[]}"));
            case "GET /webapp/api/event/getAttendees" ->
                Reply.of(
                        "application/json",
                        bytes("{\"status\":\"" + (asked.signedIn() ? "not_attending" : "not_logged_in") + "\"}"));
            case "GET /webapp/api/event/addAttendee" -> Reply.of("application/json", bytes("{\"status\":\"added\"}"));
            case "GET /webapp/person" -> java(asked, asked.query().replaceAll(".*user_name=", ""));
            case "GET /webapp/site.jsp", "GET /webapp/event/addEvent" -> java(asked, "<form></form>");
            case "POST /webapp/person/login" -> Reply.to("/webapp/index.jsp").signingIn();
            case "GET /webapp/logout" -> Reply.to("/webapp/index.jsp").signingOut();
            case "POST /webapp/api/person/fileuploadPerson", "POST /webapp/api/event/addEvent" ->
                Reply.to("/webapp/index.jsp");
            default -> file(asked.path());
        };
    }

    private static Reply java(Asked asked, String content) {
        return Reply.page("<html><head><link rel=stylesheet href='/webapp/css/site.css'></head><body>"
                + (asked.signedIn() ? "Logout" : "Username") + content + "</body></html>");
    }

    static Pages plateau() {
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /" -> plateau(asked, "<h2 id=coming>Coming up</h2>" + card());
            case "GET /search" -> Reply.to("/tags/" + asked.query().substring("tag=".length()));
            case "GET /events/7", "GET /events/8" -> event(asked);
            case "GET /people/new", "GET /events/new" ->
                plateau(asked, "<form method=post enctype='multipart/form-data'></form>");
            case "GET /people/check" -> Reply.of("application/json", bytes("{\"free\":true}"));
            case "POST /login" -> Reply.to("/").signingIn();
            case "POST /logout" -> Reply.to("/").signingOut();
            case "POST /events/7/attend" -> Reply.to("/events/7");
            case "POST /people" -> Reply.to("/people/" + asked.part("userName"));
            case "POST /events" -> Reply.to("/events/8");
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
                        "<article class=person><p class=lead>" + name
                                + "</p><img src='/images/people/9999999-thumb.jpg'>" + "</article>")
                : file(asked.path());
    }

    private static Reply event(Asked asked) {
        return plateau(
                asked,
                "<img src='/images" + asked.path() + "-thumb.jpg'>"
                        + (asked.signedIn() ? "<form method=post action='" + asked.path() + "/attend'></form>" : ""));
    }

    private static String card() {
        return "<a href='/events/7'><img src='/images/events/7-thumb.jpg'></a>";
    }

    private static Reply plateau(Asked asked, String content) {
        return Reply.page("<html><head><link rel=stylesheet href='/static/css/base.css'></head><body>"
                + "<img src='/static/icons/logo.svg'>"
                + (asked.signedIn() ? "<form action='/logout' method=post></form>" : "<a href='/login'>Sign in</a>")
                + content + "</body></html>");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.plateaubench.plugin.olio.RecordingSite.Asked;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.data.MediaKind;

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

    /** Below a base path. */
    static Pages php() {
        return asked -> switch (asked.method() + " " + asked.path()) {
            case "GET /olio/index.php", "POST /olio/taggedEvents.php", "GET /olio/taggedEvents.php" ->
                php(
                        asked,
                        "<form id=tagSearchForm></form><a href='events.php?socialEventID=7'><img"
                                + " src='fileService.php?cache=false&amp;file=e7t.jpg'></a>");
            case "GET /olio/events.php" ->
                php(
                        asked,
                        "<img src='fileService.php?cache=false&amp;file=e7t.jpg'><div id=event_attendees>55 Attendees:"
                                + (asked.signedIn() ? "<input name=attend type=button value=Attend>" : "") + "</div>");
            case "GET /olio/users.php" ->
                php(asked, asked.query().substring("username=".length()) + "<img src='fileService.php?file=p1t.jpg'>");
            case "GET /olio/addPerson.php", "GET /olio/addEvent.php" ->
                php(asked, "<form enctype=multipart/form-data></form>");
            case "POST /olio/login.php" -> Reply.to("/olio/index.php").signingIn();
            case "GET /olio/logout.php" -> Reply.to("/olio/index.php").signingOut();
            case "GET /olio/addAttendee.php" -> Reply.page("56 Attendees: <input name=unattend>");
            case "POST /olio/addPersonResult.php" ->
                Reply.to("/olio/users.php?username=" + asked.part("add_user_name"));
            case "POST /olio/addEventResult.php" -> Reply.to("/olio/events.php?socialEventID=8");
            default -> file(asked.path());
        };
    }

    private static Reply php(Asked asked, String content) {
        return Reply.page("<html><head><script src='js/prototype.js'></script><link rel=stylesheet href='css/site.css'>"
                + "</head><body><img src='/images/RSS-icon-large.gif'>"
                + (asked.signedIn() ? "<a href=logout.php>(Logout)</a>" : "<label>Username</label>") + content
                + "</body></html>");
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

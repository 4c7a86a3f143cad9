// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.html.Link;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Scale;

/** The URLs, forms and page checks of Plateau's reference application. */
final class PlateauDialect extends Dialect {
    private static final MediaKind[] KINDS = MediaKind.values();
    /** Largest difference between the clocks of application and driver that is allowed for in lists. */
    private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofDays(1);

    private final Scale scale;
    private final LoadedData data;

    PlateauDialect(WebAddress home, Scale scale, LoadedData data) {
        String base = base(home);
        super(
                home,
                new Addresses(
                        base + "/",
                        base + "/events/",
                        base + "/people/",
                        base + "/people/new",
                        base + "/people",
                        base + "/events/new",
                        base + "/events",
                        false,
                        false));
        this.scale = scale;
        this.data = data;
    }

    @Override
    String userName(int number) {
        return Names.userName(number);
    }

    @Override
    String tagName(int number) {
        return Names.tagName(number);
    }

    @Override
    BrowserRequest signIn(String userName, String password) {
        return post(
                base() + "/login", new UrlEncodedBody().add("name", userName).add("password", password));
    }

    @Override
    BrowserRequest signOut() {
        return post(base() + "/logout", null);
    }

    @Override
    List<BrowserRequest> search(String tag, int count) {
        return List.of(get(base() + "/search?tag=" + tag));
    }

    @Override
    BrowserRequest attend(String event) {
        return post(base() + "/events/" + event + "/attend", null);
    }

    @Override
    List<String> confirmationOfAttendance(String userName) {
        return List.of("You are going.", "href=\"" + base() + "/people/" + userName + "\"");
    }

    @Override
    List<BrowserRequest> beforeRegistering(String userName) {
        return List.of(get(base() + "/people/check?name=" + userName));
    }

    @Override
    MultipartBody registration(PersonForm form, RequestBody picture) {
        MultipartBody body = new MultipartBody()
                .add("userName", form.userName())
                .add("password", form.password())
                .add("passwordAgain", form.password())
                .add("firstName", form.firstName())
                .add("lastName", form.lastName())
                .add("email", form.email())
                .add("telephone", form.telephone())
                .add("summary", form.summary())
                .add("timeZone", form.timeZone());
        return withAddress(body, form.address()).addFile("picture", "person.jpg", picture);
    }

    @Override
    MultipartBody announcement(
            EventForm form, List<String> tags, String submitter, RequestBody picture, RequestBody document) {
        MultipartBody body = new MultipartBody()
                .add("title", form.title())
                .add("summary", form.summary())
                .add("description", form.description())
                .add("telephone", form.telephone())
                .add("timeZone", form.timeZone())
                .add("startsAt", form.startsAt().toString())
                .add("tags", String.join(" ", tags));
        return withAddress(body, form.address())
                .addFile("picture", "event.jpg", picture)
                .addFile("document", "event.pdf", document);
    }

    @Override
    boolean isContentImage(WebAddress image) {
        return image.path().startsWith(base() + MediaKind.PICTURES);
    }

    @Override
    String viewerOf(Page page) {
        if (!hasForm(page, base() + "/logout")) {
            return "";
        }
        // In the menu, which precedes all other links to persons.
        return page.links().stream()
                .filter(link -> link.address().target().equals(addresses().person() + link.text()))
                .map(Link::text)
                .findFirst()
                .orElse("");
    }

    @Override
    boolean canAttend(Page event) {
        return hasForm(event, event.address().path() + "/attend");
    }

    @Override
    String faultOf(Subject subject, Page page) {
        int number = subject.number();
        boolean isRequestedPage = switch (subject.kind()) {
            case HOME ->
                page.document().getElementById("coming") != null
                        && !eventsOn(page).isEmpty();
            case TAG -> hasText(page, "#heading", subject.name());
            case EVENT -> {
                String title = subject.name().isEmpty() ? data.title(number) : subject.name();
                yield shows(page, MediaKind.EVENT_THUMBNAIL, number)
                        && (title.isEmpty() || hasText(page, "article.event h1", title));
            }
            case PERSON ->
                hasText(page, "article.person .lead", subject.name())
                        && (number == 0 || shows(page, MediaKind.PERSON_THUMBNAIL, number));
        };
        boolean isList = subject.kind() == PageKind.HOME || subject.kind() == PageKind.TAG;
        return !isRequestedPage ? "is not the requested page" : isList ? faultOfList(page, number) : "";
    }

    private boolean shows(Page page, MediaKind kind, int id) {
        return id > 0 && page.images().stream().anyMatch(image -> idIn(kind, image) == id);
    }

    /** Compares a list of the soonest events with the loaded data; tag 0 means all tags. */
    private String faultOfList(Page page, int tag) {
        int listed = 0;
        for (Link link : page.links()) {
            int event = link.text().isEmpty() ? 0 : number(eventOf(link.address()));
            String title = data.title(event);
            if (!title.isEmpty() && !title.equals(link.text())) {
                return "calls event " + event + " '" + link.text() + "' instead of '" + title + "'";
            }
            if (!title.isEmpty() && !data.hasTag(event, tag)) {
                return "lists event " + event + ", which does not have the tag";
            }
            listed += event > 0 ? 1 : 0;
        }
        if (!data.hasFirstEventDate()) {
            readFirstEventDate(page);
        }
        int least = data.upcoming(tag, Instant.now().plus(MAX_CLOCK_DIFFERENCE));
        return listed < least ? "lists " + listed + " events, and there are at least " + least : "";
    }

    private void readFirstEventDate(Page page) {
        for (Element card : page.document().select("article.card")) {
            Element link = card.selectFirst("h3 a");
            Element time = card.selectFirst("time");
            WebAddress event = link == null ? null : page.base().resolve(link.attr("href"));
            if (event != null && time != null) {
                data.readFirstEventDate(number(eventOf(event)), time.attr("datetime"));
            }
        }
    }

    @Override
    int personOf(Page page) {
        // Only the person's picture is linked in full size.
        return page.links().stream()
                .mapToInt(link -> idIn(MediaKind.PERSON_PICTURE, link.address()))
                .filter(id -> id > 0)
                .findFirst()
                .orElse(0);
    }

    @Override
    @Nullable
    DataFile fileOf(WebAddress image) {
        for (MediaKind kind : KINDS) {
            int id = idIn(kind, image);
            if (id > 0) {
                return id <= (kind.isOfEvent() ? scale.events() : scale.users()) ? new DataFile(kind, id) : null;
            }
        }
        return null;
    }

    private int idIn(MediaKind kind, WebAddress file) {
        String path = file.path();
        return path.startsWith(base()) ? kind.idIn(path, base().length()) : 0;
    }

    private static boolean hasForm(Page page, String path) {
        return page.forms().stream().anyMatch(form -> form.action().path().equals(path));
    }
}

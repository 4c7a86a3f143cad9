// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import java.util.List;
import org.jsoup.nodes.Element;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest;
import org.plateaubench.http.html.MultipartBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.http.html.UrlEncodedBody;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.data.PersonForm.EventForm;
import org.plateaubench.plugin.olio.data.Scale;

/** The application that comes with the harness. */
final class PlateauDialect extends Dialect {
    private static final MediaKind[] FILES = MediaKind.values();

    PlateauDialect(WebAddress home) {
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
    boolean isOfData(WebAddress image) {
        return image.path().startsWith(base() + MediaKind.PICTURES);
    }

    @Override
    boolean isForSignedIn(Page page) {
        return hasForm(page, base() + "/logout");
    }

    @Override
    boolean canAttend(Page event) {
        return hasForm(event, event.address().path() + "/attend");
    }

    @Override
    boolean isOf(PageKind kind, String subject, Page page) {
        return switch (kind) {
            case HOME ->
                page.document().getElementById("coming") != null
                        && !eventsOn(page).isEmpty();
            case TAG -> says(page, "#heading", subject);
            case EVENT -> {
                int event = number(subject);
                yield event > 0
                        && page.images().stream().anyMatch(image -> idIn(MediaKind.EVENT_THUMBNAIL, image) == event);
            }
            case PERSON -> says(page, "article.person .lead", subject);
        };
    }

    @Override
    boolean confirmsRegistration(Page page, String userName) {
        return isOf(PageKind.PERSON, userName, page);
    }

    @Override
    boolean confirmsAnnouncement(Page page) {
        String event = eventOf(page.address());
        return event != null && isOf(PageKind.EVENT, event, page);
    }

    @Override
    int numberOf(PageKind kind, Page page) {
        return switch (kind) {
            case EVENT -> number(eventOf(page.address()));
            case PERSON ->
                // The only picture linked in full size is that of the person.
                page.links().stream()
                        .map(link -> idIn(MediaKind.PERSON_PICTURE, link.address()))
                        .filter(id -> id > 0)
                        .findFirst()
                        .orElse(0);
            case HOME, TAG -> 0;
        };
    }

    @Override
    int imageBytes(WebAddress image, Scale scale) {
        for (MediaKind kind : FILES) {
            int id = idIn(kind, image);
            if (id > 0) {
                return id <= (kind.isOfEvent() ? scale.events() : scale.users()) ? kind.sizeBytes() : 0;
            }
        }
        return 0;
    }

    private int idIn(MediaKind kind, WebAddress file) {
        String path = file.path();
        return path.startsWith(base()) ? kind.idIn(path, base().length()) : 0;
    }

    private static boolean hasForm(Page page, String path) {
        return page.forms().stream().anyMatch(form -> form.action().path().equals(path));
    }

    private static boolean says(Page page, String selector, String text) {
        Element element = page.document().selectFirst(selector);
        return element != null && element.text().equals(text);
    }
}

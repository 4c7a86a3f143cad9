// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.nodes.Element;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.body.MultipartBody;
import org.plateaubench.http.body.UrlEncodedBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.EventForm;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.dialect.Uploads.NewEvent;
import org.plateaubench.plugin.olio.dialect.Uploads.NewPerson;

/**
 * Olio for Rails. Its lists show images as backgrounds of boxes; its forms contain a token, and a script checks whether
 * a name is free.
 *
 * @param base base path of the application
 */
record RailsDialect(String base) implements Dialect {
    private static final Pattern BACKGROUND = Pattern.compile("url\\(\\s*['\"]?([^)'\"\\s]+)");
    private static final String TOKEN = "authenticity_token";
    private static final String LOGIN_PROMPT = "Login:";
    private static final List<String> TIMESTAMP = IntStream.rangeClosed(1, 5)
            .mapToObj("event[event_timestamp(%di)]"::formatted)
            .toList();
    private static final String REGISTERED = "Succeeded in creating user.";
    private static final String ANNOUNCED = "Event was successfully created.";

    @Override
    public String home() {
        return base + "/";
    }

    @Override
    public DialectRequest signIn(String userName, String password) {
        return DialectRequest.post(
                base + "/users/login",
                new UrlEncodedBody()
                        .add("users[username]", userName)
                        .add("users[password]", password)
                        .add("submit", "Login"));
    }

    @Override
    public boolean fetchesHomeAfterSignIn() {
        return false;
    }

    @Override
    public DialectRequest signOut() {
        return DialectRequest.get(base + "/users/logout");
    }

    @Override
    public List<DialectRequest> search(String tag, int count) {
        return List.of(DialectRequest.get(base + "/events/tag_search/?tag=" + tag + "&submit=Search+Tags"));
    }

    @Override
    public String event(String event) {
        return base + "/events/" + event;
    }

    @Override
    public DialectRequest attend(String event, String userName) {
        return DialectRequest.post(base + "/events/" + event + "/attend", null)
                .byScript()
                .accepting("text/javascript");
    }

    @Override
    public String person(int number, String userName) {
        return base + "/users/" + number;
    }

    @Override
    public boolean fetchesStaticsOfPerson() {
        return false;
    }

    @Override
    public String personForm() {
        return base + "/users/new";
    }

    @Override
    public List<DialectRequest> beforeRegistering(String userName) {
        return List.of(DialectRequest.post(base + "/users/check_name", new UrlEncodedBody().add("name", userName))
                .byScript());
    }

    @Override
    public String personTarget(String userName) {
        return base + "/users";
    }

    @Override
    public MultipartBody registration(NewPerson person) {
        PersonForm form = person.form();
        MultipartBody body = new MultipartBody()
                .add("user[username]", form.userName())
                .add("user[password]", form.password())
                .add("user[password_confirmation]", form.password())
                .add("user[firstname]", form.firstName())
                .add("user[lastname]", form.lastName())
                .add("user[email]", form.email())
                .add("user[telephone]", form.telephone())
                .add("user[summary]", form.summary())
                .add("user[timezone]", form.timeZone());
        return Dialect.withAddress(person.addPicture(body, "user_image"), "address[%s]", form.address());
    }

    @Override
    public String eventForm() {
        return base + "/events/new";
    }

    @Override
    public String eventTarget() {
        return base + "/events/";
    }

    @Override
    public MultipartBody announcement(NewEvent event) {
        EventForm form = event.form();
        MultipartBody body = new MultipartBody()
                .add("commit", "Create")
                .add("event[title]", form.title())
                .add("event[summary]", form.summary())
                .add("event[description]", form.description())
                .add("event[telephone]", form.telephone());
        DateFields.add(body, form.startsAt(), TIMESTAMP);
        event.addFiles(body, "event_image", "event_document").add("tag_list", event.tagText());
        return Dialect.withAddress(body, "address[%s]", form.address());
    }

    /** Adds the token, if any: a site that does not protect its forms has none. */
    @Override
    public void completeAnnouncement(MultipartBody body, Page form) {
        Element token = form.document().selectFirst("form[enctype=multipart/form-data] input[name=" + TOKEN + "]");
        if (token != null) {
            body.add(TOKEN, token.attr("value"));
        }
    }

    @Override
    public boolean isOfData(WebAddress image) {
        return image.path().startsWith(base + "/uploaded_files/");
    }

    @Override
    public List<WebAddress> imagesOfData(Page page) {
        List<WebAddress> images = new ArrayList<>();
        for (Element element : page.document().select("[style]")) {
            Matcher matcher = BACKGROUND.matcher(element.attr("style"));
            while (matcher.find()) {
                WebAddress image = page.base().resolve(matcher.group(1));
                if (image != null && isOfData(image) && !images.contains(image)) {
                    images.add(image);
                }
            }
        }
        return images;
    }

    @Override
    public boolean isForSignedIn(Page page) {
        return !page.text().contains(LOGIN_PROMPT);
    }

    @Override
    public boolean canAttend(Page event) {
        return !event.document().outerHtml().contains("Unattend");
    }

    @Override
    public boolean isOf(PageKind kind, String subject, Page page) {
        return switch (kind) {
            case HOME -> !eventsOn(page).isEmpty();
            case TAG -> page.document().selectFirst("form[action$=/events/tag_search]") != null;
            case EVENT -> page.text().contains("Attendees");
            case PERSON -> true;
        };
    }

    @Override
    public boolean confirmsRegistration(Page page, String userName) {
        return page.text().contains(REGISTERED);
    }

    @Override
    public boolean confirmsAnnouncement(Page page) {
        return page.text().contains(ANNOUNCED);
    }
}

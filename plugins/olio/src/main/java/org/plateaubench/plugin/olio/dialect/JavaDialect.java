// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.body.MultipartBody;
import org.plateaubench.http.body.UrlEncodedBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.EventForm;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.dialect.Uploads.NewEvent;
import org.plateaubench.plugin.olio.dialect.Uploads.NewPerson;

/**
 * Olio for Java, with the components that fetch comments and attendees of an event by script. Its context root is
 * {@code /webapp} unless it was deployed elsewhere.
 *
 * @param base base path of the application
 */
record JavaDialect(String base) implements Dialect {
    private static final String LOGIN_PROMPT = "Username";

    @Override
    public String home() {
        return base + "/index.jsp";
    }

    @Override
    public DialectRequest signIn(String userName, String password) {
        return DialectRequest.post(
                base + "/person/login",
                new UrlEncodedBody().add("user_name", userName).add("password", password));
    }

    @Override
    public boolean fetchesHomeAfterSignIn() {
        return true;
    }

    @Override
    public DialectRequest signOut() {
        return DialectRequest.get(base + "/logout");
    }

    @Override
    public List<DialectRequest> search(String tag, int count) {
        return List.of(
                DialectRequest.post(
                        base + "/tag/display",
                        new UrlEncodedBody().add("tag", tag).add("tagsearchsubmit", "Submit")),
                DialectRequest.get(base + "/tag/display?tag=" + tag));
    }

    @Override
    public String event(String event) {
        return base + "/event/detail?socialEventID=" + event;
    }

    @Override
    public List<DialectRequest> scriptsOfEvent(String event, @Nullable String userName) {
        return List.of(
                DialectRequest.get(base + "/api/event/getComments?socialEventID=" + event)
                        .byScript(),
                DialectRequest.get(base + "/api/event/getAttendees?socialEventID=" + event + "&userName=" + userName)
                        .byScript());
    }

    @Override
    public DialectRequest attend(String event, String userName) {
        return DialectRequest.get(base + "/api/event/addAttendee?socialEventID=" + event + "&userName=" + userName)
                .byScript();
    }

    @Override
    public String person(int number, String userName) {
        return base + "/person?actionType=display_person&user_name=" + userName;
    }

    @Override
    public String personForm() {
        return base + "/site.jsp?page=addPerson.jsp";
    }

    @Override
    public String personTarget(String userName) {
        return base + "/api/person/fileuploadPerson?user_name=" + userName;
    }

    @Override
    public MultipartBody registration(NewPerson person) {
        PersonForm form = person.form();
        MultipartBody body = new MultipartBody()
                .add("user_name", form.userName())
                .add("password", form.password())
                .add("passwordx", form.password())
                .add("first_name", form.firstName())
                .add("last_name", form.lastName())
                .add("email", form.email())
                .add("telephone", form.telephone());
        Dialect.withAddress(body, "%s", form.address())
                .add("summary", form.summary())
                .add("timezone", form.timeZone());
        return person.addPicture(body, "upload_person_image");
    }

    @Override
    public String eventForm() {
        return base + "/event/addEvent";
    }

    @Override
    public String eventTarget() {
        return base + "/api/event/addEvent";
    }

    @Override
    public MultipartBody announcement(NewEvent event) {
        EventForm form = event.form();
        MultipartBody body = new MultipartBody()
                .add("title", form.title())
                .add("summary", form.summary())
                .add("description", form.description())
                .add("submitter_user_name", event.submitter())
                .add("telephone", form.telephone());
        DateFields.add(body, form.startsAt(), DateFields.NAMES);
        event.addFiles(body, "upload_event_image", "upload_event_literature")
                .add("submit", "Create")
                .add("tags", event.tagText());
        return Dialect.withAddress(body, "%s", form.address());
    }

    @Override
    public boolean isOfData(WebAddress image) {
        return image.path().startsWith(base + "/access-artifacts")
                && image.target().contains("jpg");
    }

    @Override
    public boolean isForSignedIn(Page page) {
        return !page.text().contains(LOGIN_PROMPT);
    }

    /** Returns false; only the answer to the script shows it. */
    @Override
    public boolean canAttend(Page event) {
        return false;
    }

    @Override
    public boolean canAttend(String scriptAnswer) {
        return scriptAnswer.contains("not_attending") || scriptAnswer.contains("deleted");
    }

    @Override
    public boolean isOf(PageKind kind, String subject, Page page) {
        return switch (kind) {
            case HOME -> !eventsOn(page).isEmpty();
            case TAG, EVENT -> true;
            case PERSON -> page.text().contains(subject);
        };
    }

    @Override
    public boolean confirmsRegistration(Page page, String userName) {
        return true;
    }

    @Override
    public boolean confirmsAnnouncement(Page page) {
        return true;
    }
}

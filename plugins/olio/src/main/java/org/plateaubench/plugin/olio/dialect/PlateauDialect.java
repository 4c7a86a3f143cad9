// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio.dialect;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.body.MultipartBody;
import org.plateaubench.http.body.UrlEncodedBody;
import org.plateaubench.http.html.Page;
import org.plateaubench.plugin.olio.data.AddressForm;
import org.plateaubench.plugin.olio.data.EventForm;
import org.plateaubench.plugin.olio.data.Names;
import org.plateaubench.plugin.olio.data.PersonForm;
import org.plateaubench.plugin.olio.dialect.Uploads.NewEvent;
import org.plateaubench.plugin.olio.dialect.Uploads.NewPerson;

/**
 * The application that comes with the harness.
 *
 * @param base path that it lies below
 */
record PlateauDialect(String base) implements Dialect {

    @Override
    public String userName(int number) {
        return Names.userName(number);
    }

    @Override
    public String tagName(int number) {
        return Names.tagName(number);
    }

    @Override
    public String home() {
        return base + "/";
    }

    @Override
    public Ask signIn(String userName, String password) {
        return Ask.post(
                base + "/login", new UrlEncodedBody().add("name", userName).add("password", password));
    }

    @Override
    public boolean fetchesHomeAfterSignIn() {
        return false;
    }

    @Override
    public Ask signOut() {
        return Ask.post(base + "/logout", null);
    }

    @Override
    public List<Ask> search(String tag, int count) {
        return List.of(Ask.get(base + "/search?tag=" + tag));
    }

    @Override
    public String event(String event) {
        return base + "/events/" + event;
    }

    @Override
    public Ask attend(String event, String userName) {
        return Ask.post(base + "/events/" + event + "/attend", null);
    }

    @Override
    public String person(int number, String userName) {
        return base + "/people/" + userName;
    }

    @Override
    public String personForm() {
        return base + "/people/new";
    }

    @Override
    public List<Ask> beforeRegistering(String userName) {
        return List.of(Ask.get(base + "/people/check?name=" + userName).byScript());
    }

    @Override
    public String personTarget(String userName) {
        return base + "/people";
    }

    @Override
    public MultipartBody registration(NewPerson person) {
        PersonForm form = person.form();
        MultipartBody body = new MultipartBody()
                .add("name", form.userName())
                .add("password", form.password())
                .add("firstName", form.firstName())
                .add("lastName", form.lastName())
                .add("email", form.email())
                .add("telephone", form.telephone())
                .add("summary", form.summary())
                .add("timeZone", form.timeZone());
        return withAddress(body, form.address()).addFile("picture", "person.jpg", "image/jpeg", person.picture());
    }

    @Override
    public String eventForm() {
        return base + "/events/new";
    }

    @Override
    public String eventTarget() {
        return base + "/events";
    }

    @Override
    public MultipartBody announcement(NewEvent event) {
        EventForm form = event.form();
        MultipartBody body = new MultipartBody()
                .add("title", form.title())
                .add("summary", form.summary())
                .add("description", form.description())
                .add("telephone", form.telephone())
                .add("timeZone", form.timeZone())
                .add("startsAt", form.startsAt().toString())
                .add("tags", String.join(" ", event.tags()));
        return withAddress(body, form.address())
                .addFile("picture", "event.jpg", "image/jpeg", event.picture())
                .addFile("document", "event.pdf", "application/pdf", event.document());
    }

    private static MultipartBody withAddress(MultipartBody body, AddressForm address) {
        return body.add("street1", address.street1())
                .add("street2", address.street2())
                .add("city", address.city())
                .add("state", address.state())
                .add("zip", address.zip())
                .add("country", address.country());
    }

    @Override
    public @Nullable String eventOf(WebAddress link) {
        return Dialect.numberAfter(event(""), link.target());
    }

    @Override
    public boolean isOfData(WebAddress image) {
        return image.path().startsWith(base + "/images/");
    }

    @Override
    public boolean isForSignedIn(Page page) {
        return page.document().selectFirst("form[action=" + base + "/login]") == null;
    }

    @Override
    public boolean canAttend(Page event) {
        return event.document().selectFirst("form[action$=/attend]") != null;
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
    public boolean saysRegistered(Page page, String userName) {
        return page.text().contains(userName);
    }

    @Override
    public boolean saysAnnounced(Page page) {
        return eventOf(page.address()) != null;
    }
}

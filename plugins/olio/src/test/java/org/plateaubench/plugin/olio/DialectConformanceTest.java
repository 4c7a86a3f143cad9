// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.olio.model.OlioOperation.ADD_EVENT;
import static org.plateaubench.plugin.olio.model.OlioOperation.ADD_PERSON;
import static org.plateaubench.plugin.olio.model.OlioOperation.EVENT_DETAIL;
import static org.plateaubench.plugin.olio.model.OlioOperation.HOME_PAGE;
import static org.plateaubench.plugin.olio.model.OlioOperation.LOGIN;
import static org.plateaubench.plugin.olio.model.OlioOperation.PERSON_DETAIL;
import static org.plateaubench.plugin.olio.model.OlioOperation.TAG_SEARCH;

import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.model.DialectName;
import org.plateaubench.plugin.olio.model.OlioMeasure;
import org.plateaubench.plugin.olio.model.OlioOperation;
import org.plateaubench.plugin.olio.model.Profile;

/**
 * Exactly these requests, with these fields in this order, as the descriptions of the applications have them. The user
 * begins with an empty cache, so that each static file and image is fetched once a session, one after the other.
 */
class DialectConformanceTest {
    private static final String EVENT_PICTURE = "event.jpg image/jpeg 669128";
    private static final String EVENT_DOCUMENT = "event.pdf application/pdf 129617";
    private static final String PERSON_PICTURE = "person.jpg image/jpeg 671520";

    private static void expect(RecordedVisit walk, OlioOperation operation, String... requests) throws Exception {
        assertThat(walk.does(operation)).as(operation.title()).containsExactly(requests);
        assertThat(walk.reason()).as(operation.title() + ": " + walk.outcome()).isEmpty();
    }

    private static void expectRefused(RecordedVisit walk, String... requests) throws Exception {
        assertThat(walk.does(ADD_EVENT)).containsExactly(requests);
        assertThat(walk.reason()).isEqualTo("not-logged-in");
    }

    private static void expectAttendance(RecordedVisit walk, String... requests) throws Exception {
        long before = walk.counted(OlioMeasure.ATTENDANCES);
        assertThat(walk.looksAtEvent(true)).containsExactly(requests);
        assertThat(walk.counted(OlioMeasure.ATTENDANCES)).isEqualTo(before + 1);
    }

    @Test
    void php() throws Exception {
        String person = "POST /addPersonResult.php [add_user_name, psword, passwordx, first_name, last_name, email,"
                + " street1, street2, zip, city, state, country, telephone, timezone, user_image=" + PERSON_PICTURE
                + ", summary, addpersonsubmit]";
        String event = "POST /addEventResult.php [title, description, telephone, timezone, street1, street2, city,"
                + " state, zip, country, year, month, day, hour, minute, tags, submitter_user_name, upload_image="
                + EVENT_PICTURE + ", upload_literature=" + EVENT_DOCUMENT + ", addeventsubmit]";
        try (RecordedVisit walk = new RecordedVisit(DialectName.PHP, Profile.MODERN, "", 0, SamplePages.php())) {
            expect(
                    walk,
                    HOME_PAGE,
                    "GET /index.php",
                    "GET /js/prototype.js",
                    "GET /css/site.css",
                    "GET /images/RSS-icon-large.gif",
                    "GET /fileService.php?cache=false&file=e7t.jpg");
            expect(
                    walk,
                    TAG_SEARCH,
                    "POST /taggedEvents.php [tag=TAG, tagsearchsubmit=Search Tags]",
                    "GET /taggedEvents.php?tag=TAG&count=COUNT");
            expect(walk, EVENT_DETAIL, "GET /events.php?socialEventID=7");
            expect(walk, PERSON_DETAIL, "GET /users.php?username=PERSON", "GET /fileService.php?file=p1t.jpg");
            expectRefused(walk, "GET /addEvent.php");
            expect(walk, ADD_PERSON, "GET /addPerson.php", person, "GET /users.php?username=NEW-NAME");
            expect(walk, LOGIN, "POST /login.php [user_name=NAME, password=NUMBER, submit=Login]", "GET /index.php");
            expectAttendance(walk, "GET /events.php?socialEventID=7", "GET /addAttendee.php?id=7");
            assertThat(walk.looksAtEvent(false)).containsExactly("GET /events.php?socialEventID=7");
            expect(walk, ADD_EVENT, "GET /addEvent.php", event, "GET /events.php?socialEventID=8");
            expect(
                    walk,
                    LOGIN,
                    "GET /logout.php",
                    "GET /index.php",
                    "POST /login.php [user_name=NAME, password=NUMBER, submit=Login]",
                    "GET /index.php");
            expect(
                    walk,
                    ADD_PERSON,
                    "GET /logout.php",
                    "GET /index.php",
                    "GET /addPerson.php",
                    "GET /js/prototype.js",
                    "GET /css/site.css",
                    "GET /images/RSS-icon-large.gif",
                    person,
                    "GET /users.php?username=NEW-NAME");
        }
    }

    @Test
    void rails() throws Exception {
        String address = "address[street1], address[street2], address[city], address[state], address[zip],"
                + " address[country]";
        String person = "POST /users [user[username], user[password], user[password_confirmation], user[firstname],"
                + " user[lastname], user[email], user[telephone], user[summary], user[timezone], user_image="
                + PERSON_PICTURE + ", " + address + "]";
        String event = "POST /events/ [commit, event[title], event[summary], event[description], event[telephone],"
                + " event[event_timestamp(1i)], event[event_timestamp(2i)], event[event_timestamp(3i)],"
                + " event[event_timestamp(4i)], event[event_timestamp(5i)], event_image=" + EVENT_PICTURE
                + ", event_document=" + EVENT_DOCUMENT + ", tag_list, " + address + ", authenticity_token]";
        try (RecordedVisit walk = new RecordedVisit(DialectName.RAILS, Profile.MODERN, "", 0, SamplePages.rails())) {
            expect(walk, HOME_PAGE, "GET /", "GET /javascripts/prototype.js", "GET /uploaded_files/7/t.jpg");
            expect(walk, TAG_SEARCH, "GET /events/tag_search/?tag=TAG&submit=Search+Tags");
            expect(walk, EVENT_DETAIL, "GET /events/7");
            expect(walk, PERSON_DETAIL, "GET /users/NUMBER");
            expectRefused(walk, "GET /events/new");
            expect(
                    walk,
                    ADD_PERSON,
                    "GET /users/new",
                    "POST /users/check_name [name=NEW-NAME]",
                    person,
                    "GET /users/added");
            expect(
                    walk,
                    LOGIN,
                    "POST /users/login [users[username]=NAME, users[password]=NUMBER, submit=Login]",
                    "GET /");
            expectAttendance(walk, "GET /events/7", "POST /events/7/attend as text/javascript");
            expect(walk, ADD_EVENT, "GET /events/new", event, "GET /events/added");
            expect(
                    walk,
                    LOGIN,
                    "GET /users/logout",
                    "GET /",
                    "POST /users/login [users[username]=NAME, users[password]=NUMBER, submit=Login]",
                    "GET /");
        }
    }

    @Test
    void java() throws Exception {
        String address = "street1, street2, city, state, zip, country";
        String comments = "GET /webapp/api/event/getComments?socialEventID=7";
        String attendees = "GET /webapp/api/event/getAttendees?socialEventID=7&userName=";
        String event = "GET /webapp/event/detail?socialEventID=7";
        try (RecordedVisit walk =
                new RecordedVisit(DialectName.JAVA, Profile.MODERN, "/webapp", 0, SamplePages.java())) {
            expect(
                    walk,
                    HOME_PAGE,
                    "GET /webapp/index.jsp",
                    "GET /webapp/css/site.css",
                    "GET /webapp/access-artifacts/e7t.jpg");
            expect(
                    walk,
                    TAG_SEARCH,
                    "POST /webapp/tag/display [tag=TAG, tagsearchsubmit=Submit]",
                    "GET /webapp/tag/display?tag=TAG");
            expect(walk, EVENT_DETAIL, event, comments, attendees + "null");
            expect(walk, PERSON_DETAIL, "GET /webapp/person?actionType=display_person&user_name=PERSON");
            expectRefused(walk, "GET /webapp/event/addEvent");
            expect(
                    walk,
                    ADD_PERSON,
                    "GET /webapp/site.jsp?page=addPerson.jsp",
                    "POST /webapp/api/person/fileuploadPerson?user_name=NEW-NAME [user_name, password, passwordx,"
                            + " first_name, last_name, email, telephone, " + address
                            + ", summary, timezone, upload_person_image=" + PERSON_PICTURE + "]",
                    "GET /webapp/index.jsp");
            expect(walk, LOGIN, "POST /webapp/person/login [user_name=NAME, password=NUMBER]", "GET /webapp/index.jsp");
            String name = walk.signedInAs();
            expectAttendance(
                    walk,
                    event,
                    comments,
                    attendees + name,
                    "GET /webapp/api/event/addAttendee?socialEventID=7&userName=" + name);
            expect(
                    walk,
                    ADD_EVENT,
                    "GET /webapp/event/addEvent",
                    "POST /webapp/api/event/addEvent [title, summary, description, submitter_user_name, telephone,"
                            + " year, month, day, hour, minute, upload_event_image=" + EVENT_PICTURE
                            + ", upload_event_literature=" + EVENT_DOCUMENT + ", submit, tags, " + address + "]",
                    "GET /webapp/index.jsp");
            expect(
                    walk,
                    LOGIN,
                    "GET /webapp/logout",
                    "GET /webapp/index.jsp",
                    "POST /webapp/person/login [user_name=NAME, password=NUMBER]",
                    "GET /webapp/index.jsp");
        }
    }

    @Test
    void plateau() throws Exception {
        String address = "street1, street2, city, state, zip, country";
        try (RecordedVisit walk =
                new RecordedVisit(DialectName.PLATEAU, Profile.MODERN, "", 0, SamplePages.plateau())) {
            expect(
                    walk,
                    HOME_PAGE,
                    "GET /",
                    "GET /static/css/base.css",
                    "GET /static/icons/logo.svg",
                    "GET /images/events/7-thumb.jpg");
            expect(walk, TAG_SEARCH, "GET /search?tag=TAG", "GET /tags/TAG");
            expect(walk, EVENT_DETAIL, "GET /events/7");
            expect(walk, PERSON_DETAIL, "GET /people/PERSON", "GET /images/people/9999999-thumb.jpg");
            expectRefused(walk, "GET /events/new");
            expect(
                    walk,
                    ADD_PERSON,
                    "GET /people/new",
                    "GET /people/check?name=NEW-NAME",
                    "POST /people [userName, password, passwordAgain, firstName, lastName, email, telephone, summary,"
                            + " timeZone, " + address + ", picture=" + PERSON_PICTURE + "]",
                    "GET /people/NEW-NAME");
            expect(walk, LOGIN, "POST /login [name=NAME, password=NUMBER]", "GET /");
            expectAttendance(walk, "GET /events/7", "POST /events/7/attend", "GET /events/7");
            expect(
                    walk,
                    ADD_EVENT,
                    "GET /events/new",
                    "POST /events [title, summary, description, telephone, timeZone, startsAt, tags, " + address
                            + ", picture=" + EVENT_PICTURE + ", document=" + EVENT_DOCUMENT + "]",
                    "GET /events/8");
            expect(walk, LOGIN, "POST /logout", "GET /", "POST /login [name=NAME, password=NUMBER]", "GET /");
        }
    }

    /** A browser that has been there asks on each page, on the condition of a change; images it has not. */
    @Test
    void aFullCacheRevalidatesStaticsOnEveryPage() throws Exception {
        try (RecordedVisit walk =
                new RecordedVisit(DialectName.PLATEAU, Profile.MODERN, "", 100, SamplePages.plateau())) {
            String sheet = "GET /static/css/base.css if modified";
            String icon = "GET /static/icons/logo.svg if modified";
            expect(walk, HOME_PAGE, "GET /", sheet, icon, "GET /images/events/7-thumb.jpg");
            expect(walk, HOME_PAGE, "GET /", sheet, icon);
            assertThat(walk.user().counted("httpNotModified")).isEqualTo(4);
            assertThat(walk.counted(OlioMeasure.HOME_IMAGE_REFERENCES)).isEqualTo(2);
            assertThat(walk.counted(OlioMeasure.HOME_IMAGES_LOADED)).isEqualTo(1);
        }
    }
}

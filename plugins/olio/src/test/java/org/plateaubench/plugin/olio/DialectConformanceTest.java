// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.olio;

import static org.assertj.core.api.Assertions.assertThat;
import static org.plateaubench.plugin.olio.OlioOperation.ADD_EVENT;
import static org.plateaubench.plugin.olio.OlioOperation.ADD_PERSON;
import static org.plateaubench.plugin.olio.OlioOperation.EVENT_DETAIL;
import static org.plateaubench.plugin.olio.OlioOperation.HOME_PAGE;
import static org.plateaubench.plugin.olio.OlioOperation.LOGIN;
import static org.plateaubench.plugin.olio.OlioOperation.PERSON_DETAIL;
import static org.plateaubench.plugin.olio.OlioOperation.TAG_SEARCH;

import org.junit.jupiter.api.Test;

/**
 * Each dialect sends exactly these requests, with these fields in this order. The user starts with an empty cache, so
 * that each static file and image is fetched once in a session, one after the other.
 */
class DialectConformanceTest {
    private static final String EVENT_PICTURE = "event.jpg image/jpeg 669128";
    private static final String EVENT_DOCUMENT = "event.pdf application/pdf 129617";
    private static final String PERSON_PICTURE = "person.jpg image/jpeg 671520";

    private static void assertRequests(RecordedVisit visit, OlioOperation operation, String... requests)
            throws Exception {
        assertThat(visit.execute(operation)).as(operation.title()).containsExactly(requests);
        assertThat(visit.reason())
                .as(operation.title() + ": " + visit.outcome())
                .isEmpty();
    }

    private static void assertRefused(RecordedVisit visit, String... requests) throws Exception {
        assertThat(visit.execute(ADD_EVENT)).containsExactly(requests);
        assertThat(visit.reason()).isEqualTo("not-logged-in");
    }

    private static void assertAttendance(RecordedVisit visit, String... requests) throws Exception {
        long before = visit.counted(OlioMeasure.ATTENDANCES);
        assertThat(visit.viewEvent(true)).containsExactly(requests);
        assertThat(visit.counted(OlioMeasure.ATTENDANCES)).isEqualTo(before + 1);
    }

    @Test
    void phpRequestsMatchTheApplication() throws Exception {
        String person =
                "POST /olio/addPersonResult.php [add_user_name, psword, passwordx, first_name, last_name, email,"
                        + " street1, street2, zip, city, state, country, telephone, timezone, user_image="
                        + PERSON_PICTURE
                        + ", summary, addpersonsubmit]";
        String event = "POST /olio/addEventResult.php [title, description, telephone, timezone, street1, street2, city,"
                + " state, zip, country, year, month, day, hour, minute, tags, submitter_user_name, upload_image="
                + EVENT_PICTURE + ", upload_literature=" + EVENT_DOCUMENT + ", addeventsubmit]";
        try (RecordedVisit visit = new RecordedVisit(Dialect.Name.PHP, Profile.MODERN, "/olio", 0, SamplePages.php())) {
            assertRequests(
                    visit,
                    HOME_PAGE,
                    "GET /olio/index.php",
                    "GET /olio/js/prototype.js",
                    "GET /olio/css/site.css",
                    "GET /images/RSS-icon-large.gif",
                    "GET /olio/fileService.php?cache=false&file=e7t.jpg");
            assertRequests(
                    visit,
                    TAG_SEARCH,
                    "POST /olio/taggedEvents.php [tag=TAG, tagsearchsubmit=Search Tags]",
                    "GET /olio/taggedEvents.php?tag=TAG&count=COUNT");
            assertRequests(visit, EVENT_DETAIL, "GET /olio/events.php?socialEventID=7");
            assertRequests(
                    visit,
                    PERSON_DETAIL,
                    "GET /olio/users.php?username=PERSON",
                    "GET /olio/fileService.php?file=p1t.jpg");
            assertRefused(visit, "GET /olio/addEvent.php");
            assertRequests(
                    visit, ADD_PERSON, "GET /olio/addPerson.php", person, "GET /olio/users.php?username=NEW-NAME");
            assertRequests(
                    visit,
                    LOGIN,
                    "POST /olio/login.php [user_name=NAME, password=NUMBER, submit=Login]",
                    "GET /olio/index.php");
            assertAttendance(visit, "GET /olio/events.php?socialEventID=7", "GET /olio/addAttendee.php?id=7");
            assertThat(visit.viewEvent(false)).containsExactly("GET /olio/events.php?socialEventID=7");
            assertRequests(visit, ADD_EVENT, "GET /olio/addEvent.php", event, "GET /olio/events.php?socialEventID=8");
            assertRequests(
                    visit,
                    LOGIN,
                    "GET /olio/logout.php",
                    "GET /olio/index.php",
                    "POST /olio/login.php [user_name=NAME, password=NUMBER, submit=Login]",
                    "GET /olio/index.php");
            assertRequests(
                    visit,
                    ADD_PERSON,
                    "GET /olio/logout.php",
                    "GET /olio/index.php",
                    "GET /olio/addPerson.php",
                    "GET /olio/js/prototype.js",
                    "GET /olio/css/site.css",
                    "GET /images/RSS-icon-large.gif",
                    person,
                    "GET /olio/users.php?username=NEW-NAME");
        }
    }

    @Test
    void plateauRequestsMatchTheApplication() throws Exception {
        String address = "street1, street2, city, state, zip, country";
        try (RecordedVisit visit =
                new RecordedVisit(Dialect.Name.PLATEAU, Profile.MODERN, "", 0, SamplePages.plateau())) {
            assertRequests(
                    visit,
                    HOME_PAGE,
                    "GET /",
                    "GET /static/css/base.css",
                    "GET /static/icons/logo.svg",
                    "GET /images/events/7-thumb.jpg");
            assertRequests(visit, TAG_SEARCH, "GET /search?tag=TAG", "GET /tags/TAG");
            assertRequests(visit, EVENT_DETAIL, "GET /events/7");
            assertRequests(visit, PERSON_DETAIL, "GET /people/PERSON", "GET PICTURE");
            assertRefused(visit, "GET /events/new");
            assertRequests(
                    visit,
                    ADD_PERSON,
                    "GET /people/new",
                    "GET /people/check?name=NEW-NAME",
                    "POST /people [userName, password, passwordAgain, firstName, lastName, email, telephone, summary,"
                            + " timeZone, " + address + ", picture=" + PERSON_PICTURE + "]",
                    "GET /people/NEW-NAME");
            assertRequests(visit, LOGIN, "POST /login [name=NAME, password=NUMBER]", "GET /");
            assertAttendance(visit, "GET /events/7", "POST /events/7/attend", "GET /events/7");
            assertRequests(
                    visit,
                    ADD_EVENT,
                    "GET /events/new",
                    "POST /events [title, summary, description, telephone, timeZone, startsAt, tags, " + address
                            + ", picture=" + EVENT_PICTURE + ", document=" + EVENT_DOCUMENT + "]",
                    "GET /events/8");
            assertRequests(visit, LOGIN, "POST /logout", "GET /", "POST /login [name=NAME, password=NUMBER]", "GET /");
        }
    }
}

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

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.data.MediaKind;

/** Each kind of wrong answer is reported as an error with a class of its own and never counted as a success. */
class FaultTest {
    private final Pages healthy = SamplePages.plateau();

    private RecordedVisit visit(Profile profile) throws Exception {
        return new RecordedVisit(Dialect.Name.PLATEAU, profile, "", 0, healthy);
    }

    private static RecordedVisit phpVisit(Pages pages) throws Exception {
        return new RecordedVisit(Dialect.Name.PHP, Profile.FABAN_2015, "/olio", 0, pages);
    }

    private static void assertReason(RecordedVisit visit, OlioOperation operation, String reason) throws Exception {
        visit.execute(operation);
        assertThat(visit.reason())
                .as(operation.title() + ": " + visit.outcome())
                .isEqualTo(reason);
    }

    private Pages withReply(String method, String path, Reply reply) {
        return request -> request.is(method, path) ? reply : healthy.reply(request);
    }

    @Test
    void errorStatusFailsOperationInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.site().setPages(withReply("GET", "/", Reply.status(500)));
                visit.execute(HOME_PAGE);
                assertThat(visit.reason()).isEqualTo("status-500");
                assertThat(visit.outcome().connectionLost()).isFalse();
                assertThat(visit.counted(OlioMeasure.HOME_PAGES)).isZero();
            }
        }
    }

    @Test
    void emptyPageIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.site().setPages(withReply("GET", "/", Reply.page("")));
                visit.execute(HOME_PAGE);
                assertThat(visit.reason()).isEqualTo("empty-page");
            }
        }
    }

    @Test
    void truncatedBodyLosesConnection() throws Exception {
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.site().setPages(withReply("GET", "/", healthy.reply(home()).cutBy(10)));
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEqualTo("truncated");
            assertThat(visit.outcome().connectionLost()).isTrue();
            visit.driver().connect();
            visit.site().setPages(healthy);
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEmpty();
        }
    }

    private static RecordingSite.SiteRequest home() {
        return new RecordingSite.SiteRequest("GET", "/", "", "", "");
    }

    @Test
    void unrequestedPageIsWrongContentInEveryProfile() throws Exception {
        Reply other = Reply.page("<html><body>Under construction <a href='/events/7'>7</a></body></html>");
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.execute(HOME_PAGE);
                visit.site().setPages(request -> other);
                for (OlioOperation operation :
                        List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_PERSON)) {
                    assertReason(visit, operation, "wrong-content");
                }
            }
        }
    }

    /** Olio for PHP shows its layout around every view, so that only the view identifies a page. */
    @Test
    void otherViewOfPhpApplicationIsWrongContent() throws Exception {
        Pages pages = SamplePages.php();
        Pages otherPages = request -> {
            Reply healthy = pages.reply(request);
            return request.signedIn() && request.path().endsWith(".php")
                    ? healthy.with("Events tagged ", "Events tagged x")
                            .with("filter_event_list", "find_users")
                            .with("socialEventID=7'></form>", "socialEventID=9'></form>")
                            .with("main_user_details><h1>", "main_user_details><h1>x")
                    : healthy;
        };
        try (RecordedVisit visit = phpVisit(pages)) {
            visit.execute(LOGIN);
            visit.execute(HOME_PAGE);
            visit.site().setPages(otherPages);
            for (OlioOperation operation : List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL)) {
                assertReason(visit, operation, "wrong-content");
            }
        }
    }

    /** An application whose database fails answers each page with a trace, and with status 200. */
    @Test
    void stackTraceIsAnErrorInEveryOperation() throws Exception {
        String trace = "<b>Fatal error</b>:  Uncaught exception 'PDOException' with message 'SQLSTATE[HY000]' in"
                + " /var/www/classes/PDOConnection.php:41\nStack trace:\n#0 index.php(31): connect()\n#1 {main}";
        String java = "<h1>Error</h1><pre>IllegalStateException at org.example.Site.home(Site.java:12)</pre>";
        Pages pages = SamplePages.php();
        for (String failure : List.of(trace, java)) {
            for (OlioOperation operation : OlioOperation.values()) {
                try (RecordedVisit visit = phpVisit(pages)) {
                    visit.execute(LOGIN);
                    visit.execute(HOME_PAGE);
                    visit.site()
                            .setPages(request -> request.path().endsWith(".php")
                                    ? pages.reply(request).with("<div id=yield>", "<div id=yield>" + failure)
                                    : pages.reply(request));
                    assertReason(visit, operation, "error-page");
                }
            }
        }
    }

    @Test
    void pageForAnotherUserIsWrongContent() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.execute(LOGIN);
                visit.execute(HOME_PAGE);
                visit.site().setPages(request -> healthy.reply(request.withViewer("somebody")));
                for (OlioOperation operation :
                        List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_EVENT, LOGIN)) {
                    assertReason(visit, operation, "wrong-content");
                }
            }
        }
        Pages pages = SamplePages.php();
        try (RecordedVisit visit = phpVisit(pages)) {
            visit.site().setPages(request -> pages.reply(request.withViewer("somebody")));
            assertReason(visit, LOGIN, "wrong-content");
        }
    }

    @Test
    void unconfirmedAttendanceIsNotCounted() throws Exception {
        Pages php = SamplePages.php();
        try (RecordedVisit visit = visit(Profile.MODERN);
                RecordedVisit phpVisit = phpVisit(php)) {
            visit.site().setPages(withReply("POST", "/events/7/attend", Reply.redirect("/events/7")));
            phpVisit.site().setPages(request -> php.reply(request).with("Unattend", "Attend"));
            for (RecordedVisit each : List.of(visit, phpVisit)) {
                each.execute(LOGIN);
                each.execute(HOME_PAGE);
                each.viewEvent(true);
                assertThat(each.reason()).isEqualTo("not-taken");
                assertThat(each.counted(OlioMeasure.ATTENDANCES)).isZero();
                assertThat(each.counted(OlioMeasure.ATTENDANCES_SENT)).isEqualTo(1);
            }
        }
    }

    @Test
    void attendanceMissingFromLaterPageIsWrongContent() throws Exception {
        Pages fresh = SamplePages.plateau();
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.execute(LOGIN);
            visit.execute(HOME_PAGE);
            visit.viewEvent(true);
            assertThat(visit.counted(OlioMeasure.ATTENDANCES)).isEqualTo(1);
            visit.site().setPages(fresh);
            assertReason(visit, EVENT_DETAIL, "wrong-content");
        }
    }

    @Test
    void refusedLoginIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.site().setPages(withReply("POST", "/login", Reply.redirect("/")));
                visit.execute(LOGIN);
                assertThat(visit.reason()).isEqualTo("sign-in-refused");
                visit.execute(ADD_EVENT);
                assertThat(visit.reason()).isEqualTo("not-logged-in");
                assertThat(visit.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            }
        }
    }

    /** The application was restarted and has lost its sessions. */
    @Test
    void userSignsInAgainAfterLostSession() throws Exception {
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.execute(LOGIN);
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEmpty();
            visit.site().setPages(request -> healthy.reply(request.withViewer("")));
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEqualTo("not-logged-in");
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEmpty();
            visit.site().setPages(healthy);
            assertThat(visit.execute(LOGIN)).first().asString().startsWith("POST /login");
        }
    }

    @Test
    void missingAndWrongImagesAreErrors() throws Exception {
        String image = "/images/events/7-thumb.jpg";
        byte[] half = Arrays.copyOf(MediaKind.EVENT_THUMBNAIL.bytes(7), 3000);
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.site().setPages(withReply("GET", image, Reply.status(404)));
                visit.execute(HOME_PAGE);
                assertThat(visit.reason()).isEqualTo("missing-image");
                visit.site().setPages(withReply("GET", image, Reply.of("image/jpeg", half)));
                visit.execute(HOME_PAGE);
                assertThat(visit.reason()).isEqualTo("wrong-image");
            }
        }
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.site().setPages(withReply("GET", image, Reply.of("image/jpeg", MediaKind.EVENT_THUMBNAIL.bytes(8))));
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).as("the image of another event").isEqualTo("wrong-image");
            visit.site().setPages(withReply("GET", image, Reply.page("no picture today")));
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEqualTo("wrong-image");
        }
    }

    @Test
    void unconfirmedRegistrationIsNotCounted() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit visit = visit(profile)) {
                visit.site().setPages(withReply("POST", "/people", Reply.redirect("/people/new")));
                visit.execute(ADD_PERSON);
                assertThat(visit.reason()).isEqualTo("not-taken");
                assertThat(visit.counted(OlioMeasure.PERSONS_ADDED)).isZero();
                assertThat(visit.counted(OlioMeasure.PERSONS_REFUSED))
                        .as("no page shows a refusal")
                        .isZero();
                visit.site().setPages(withReply("POST", "/people", Reply.status(422)));
                visit.execute(ADD_PERSON);
                assertThat(visit.reason()).isEqualTo("status-422");
                assertThat(visit.counted(OlioMeasure.PERSONS_REFUSED)).isEqualTo(1);
                assertThat(visit.counted(OlioMeasure.PERSONS_SENT)).isEqualTo(2);
            }
        }
    }

    @Test
    void otherEventPageDoesNotConfirmAddedEvent() throws Exception {
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.execute(LOGIN);
            visit.site().setPages(withReply("POST", "/events", Reply.redirect("/events/7")));
            assertReason(visit, ADD_EVENT, "not-taken");
        }
    }

    @Test
    void newNameReportedAsTakenIsWrongContent() throws Exception {
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            byte[] taken = "{\"free\":false}".getBytes(StandardCharsets.UTF_8);
            visit.site().setPages(withReply("GET", "/people/check", Reply.of("application/json", taken)));
            assertReason(visit, ADD_PERSON, "wrong-content");
        }
    }

    @Test
    void eventWithTruncatedResponseIsUncertain() throws Exception {
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.execute(LOGIN);
            visit.site()
                    .setPages(withReply("POST", "/events", healthy.reply(home()).cutBy(10)));
            visit.execute(ADD_EVENT);
            assertThat(visit.reason()).isEqualTo("truncated");
            assertThat(visit.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            assertThat(visit.counted(OlioMeasure.EVENTS_SENT)).isEqualTo(1);
            assertThat(visit.counted(OlioMeasure.EVENTS_REFUSED)).isZero();
        }
    }

    @Test
    void stalledPageIsAborted() throws Exception {
        CountDownLatch received = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (RecordedVisit visit = visit(Profile.MODERN)) {
            visit.site().setPages(request -> {
                received.countDown();
                try {
                    release.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return healthy.reply(request);
            });
            Thread aborter = Thread.ofVirtual().start(() -> {
                try {
                    received.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                visit.driver().abort();
            });
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEqualTo("aborted");
            assertThat(visit.outcome().connectionLost()).isTrue();
            aborter.join();
            release.countDown();
            visit.site().setPages(healthy);
            visit.driver().connect();
            visit.execute(HOME_PAGE);
            assertThat(visit.reason()).isEmpty();
        }
    }
}

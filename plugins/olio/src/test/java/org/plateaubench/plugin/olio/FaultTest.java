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

    private RecordedVisit walk(Profile profile) throws Exception {
        return new RecordedVisit(Dialect.Name.PLATEAU, profile, "", 0, healthy);
    }

    private static RecordedVisit walkOnPhp(Pages pages) throws Exception {
        return new RecordedVisit(Dialect.Name.PHP, Profile.FABAN_2015, "/olio", 0, pages);
    }

    private static void expect(RecordedVisit walk, OlioOperation operation, String reason) throws Exception {
        walk.execute(operation);
        assertThat(walk.reason()).as(operation.title() + ": " + walk.outcome()).isEqualTo(reason);
    }

    private Pages instead(String method, String path, Reply reply) {
        return asked -> asked.is(method, path) ? reply : healthy.reply(asked);
    }

    @Test
    void errorStatusFailsOperationInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", "/", Reply.status(500)));
                walk.execute(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("status-500");
                assertThat(walk.outcome().connectionLost()).isFalse();
                assertThat(walk.counted(OlioMeasure.HOME_PAGES)).isZero();
            }
        }
    }

    @Test
    void emptyPageIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", "/", Reply.page("")));
                walk.execute(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("empty-page");
            }
        }
    }

    @Test
    void truncatedBodyLosesConnection() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(instead("GET", "/", healthy.reply(home()).cutBy(10)));
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("truncated");
            assertThat(walk.outcome().connectionLost()).isTrue();
            walk.driver().connect();
            walk.site().becomes(healthy);
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
        }
    }

    private static RecordingSite.Asked home() {
        return new RecordingSite.Asked("GET", "/", "", "", "");
    }

    @Test
    void unrequestedPageIsWrongContentInEveryProfile() throws Exception {
        Reply other = Reply.page("<html><body>Under construction <a href='/events/7'>7</a></body></html>");
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.execute(HOME_PAGE);
                walk.site().becomes(asked -> other);
                for (OlioOperation operation :
                        List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_PERSON)) {
                    expect(walk, operation, "wrong-content");
                }
            }
        }
    }

    /** Olio for PHP shows its layout around every view, so that only the view identifies a page. */
    @Test
    void otherViewOfPhpApplicationIsWrongContent() throws Exception {
        Pages pages = SamplePages.php();
        Pages foreign = asked -> {
            Reply healthy = pages.reply(asked);
            return asked.signedIn() && asked.path().endsWith(".php")
                    ? healthy.with("Events tagged ", "Events tagged x")
                            .with("filter_event_list", "find_users")
                            .with("socialEventID=7'></form>", "socialEventID=9'></form>")
                            .with("main_user_details><h1>", "main_user_details><h1>x")
                    : healthy;
        };
        try (RecordedVisit walk = walkOnPhp(pages)) {
            walk.execute(LOGIN);
            walk.execute(HOME_PAGE);
            walk.site().becomes(foreign);
            for (OlioOperation operation : List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL)) {
                expect(walk, operation, "wrong-content");
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
                try (RecordedVisit walk = walkOnPhp(pages)) {
                    walk.execute(LOGIN);
                    walk.execute(HOME_PAGE);
                    walk.site()
                            .becomes(asked -> asked.path().endsWith(".php")
                                    ? pages.reply(asked).with("<div id=yield>", "<div id=yield>" + failure)
                                    : pages.reply(asked));
                    expect(walk, operation, "error-page");
                }
            }
        }
    }

    @Test
    void pageForAnotherUserIsWrongContent() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.execute(LOGIN);
                walk.execute(HOME_PAGE);
                walk.site().becomes(asked -> healthy.reply(asked.by("somebody")));
                for (OlioOperation operation :
                        List.of(HOME_PAGE, TAG_SEARCH, EVENT_DETAIL, PERSON_DETAIL, ADD_EVENT, LOGIN)) {
                    expect(walk, operation, "wrong-content");
                }
            }
        }
        Pages pages = SamplePages.php();
        try (RecordedVisit walk = walkOnPhp(pages)) {
            walk.site().becomes(asked -> pages.reply(asked.by("somebody")));
            expect(walk, LOGIN, "wrong-content");
        }
    }

    @Test
    void unconfirmedAttendanceIsNotCounted() throws Exception {
        Pages php = SamplePages.php();
        try (RecordedVisit walk = walk(Profile.MODERN);
                RecordedVisit walkOnPhp = walkOnPhp(php)) {
            walk.site().becomes(instead("POST", "/events/7/attend", Reply.to("/events/7")));
            walkOnPhp.site().becomes(asked -> php.reply(asked).with("Unattend", "Attend"));
            for (RecordedVisit visit : List.of(walk, walkOnPhp)) {
                visit.execute(LOGIN);
                visit.execute(HOME_PAGE);
                visit.viewEvent(true);
                assertThat(visit.reason()).isEqualTo("not-taken");
                assertThat(visit.counted(OlioMeasure.ATTENDANCES)).isZero();
                assertThat(visit.counted(OlioMeasure.ATTENDANCES_SENT)).isEqualTo(1);
            }
        }
    }

    @Test
    void attendanceMissingFromLaterPageIsWrongContent() throws Exception {
        Pages fresh = SamplePages.plateau();
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.execute(LOGIN);
            walk.execute(HOME_PAGE);
            walk.viewEvent(true);
            assertThat(walk.counted(OlioMeasure.ATTENDANCES)).isEqualTo(1);
            walk.site().becomes(fresh);
            expect(walk, EVENT_DETAIL, "wrong-content");
        }
    }

    @Test
    void refusedLoginIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("POST", "/login", Reply.to("/")));
                walk.execute(LOGIN);
                assertThat(walk.reason()).isEqualTo("sign-in-refused");
                walk.execute(ADD_EVENT);
                assertThat(walk.reason()).isEqualTo("not-logged-in");
                assertThat(walk.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            }
        }
    }

    /** The application was restarted and has lost its sessions. */
    @Test
    void userSignsInAgainAfterLostSession() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.execute(LOGIN);
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            walk.site().becomes(asked -> healthy.reply(asked.by("")));
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("not-logged-in");
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            walk.site().becomes(healthy);
            assertThat(walk.execute(LOGIN)).first().asString().startsWith("POST /login");
        }
    }

    @Test
    void missingAndWrongImagesAreErrors() throws Exception {
        String image = "/images/events/7-thumb.jpg";
        byte[] half = Arrays.copyOf(MediaKind.EVENT_THUMBNAIL.bytes(7), 3000);
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", image, Reply.status(404)));
                walk.execute(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("missing-image");
                walk.site().becomes(instead("GET", image, Reply.of("image/jpeg", half)));
                walk.execute(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("wrong-image");
            }
        }
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(instead("GET", image, Reply.of("image/jpeg", MediaKind.EVENT_THUMBNAIL.bytes(8))));
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).as("the image of another event").isEqualTo("wrong-image");
            walk.site().becomes(instead("GET", image, Reply.page("no picture today")));
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("wrong-image");
        }
    }

    @Test
    void unconfirmedRegistrationIsNotCounted() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("POST", "/people", Reply.to("/people/new")));
                walk.execute(ADD_PERSON);
                assertThat(walk.reason()).isEqualTo("not-taken");
                assertThat(walk.counted(OlioMeasure.PERSONS_ADDED)).isZero();
                assertThat(walk.counted(OlioMeasure.PERSONS_REFUSED))
                        .as("no page says that it was refused either")
                        .isZero();
                walk.site().becomes(instead("POST", "/people", Reply.status(422)));
                walk.execute(ADD_PERSON);
                assertThat(walk.reason()).isEqualTo("status-422");
                assertThat(walk.counted(OlioMeasure.PERSONS_REFUSED)).isEqualTo(1);
                assertThat(walk.counted(OlioMeasure.PERSONS_SENT)).isEqualTo(2);
            }
        }
    }

    @Test
    void otherEventPageDoesNotConfirmAddedEvent() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.execute(LOGIN);
            walk.site().becomes(instead("POST", "/events", Reply.to("/events/7")));
            expect(walk, ADD_EVENT, "not-taken");
        }
    }

    @Test
    void newNameReportedAsTakenIsWrongContent() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            byte[] taken = "{\"free\":false}".getBytes(StandardCharsets.UTF_8);
            walk.site().becomes(instead("GET", "/people/check", Reply.of("application/json", taken)));
            expect(walk, ADD_PERSON, "wrong-content");
        }
    }

    @Test
    void eventWithTruncatedResponseIsUncertain() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.execute(LOGIN);
            walk.site().becomes(instead("POST", "/events", healthy.reply(home()).cutBy(10)));
            walk.execute(ADD_EVENT);
            assertThat(walk.reason()).isEqualTo("truncated");
            assertThat(walk.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            assertThat(walk.counted(OlioMeasure.EVENTS_SENT)).isEqualTo(1);
            assertThat(walk.counted(OlioMeasure.EVENTS_REFUSED)).isZero();
        }
    }

    @Test
    void stalledPageIsAborted() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(request -> {
                asked.countDown();
                try {
                    release.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return healthy.reply(request);
            });
            Thread aborter = Thread.ofVirtual().start(() -> {
                try {
                    asked.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                walk.driver().abort();
            });
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("aborted");
            assertThat(walk.outcome().connectionLost()).isTrue();
            aborter.join();
            release.countDown();
            walk.site().becomes(healthy);
            walk.driver().connect();
            walk.execute(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
        }
    }
}

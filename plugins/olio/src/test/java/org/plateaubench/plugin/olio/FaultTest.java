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

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.plateaubench.plugin.olio.RecordingSite.Pages;
import org.plateaubench.plugin.olio.RecordingSite.Reply;
import org.plateaubench.plugin.olio.data.MediaKind;
import org.plateaubench.process.Ports;
import org.plateaubench.spi.SutException;

/** What is wrong with an answer is said, each kind under a class of its own, and never taken for a success. */
class FaultTest {
    private static final Pages WELL = SamplePages.plateau();

    private static RecordedVisit walk(Profile profile) throws Exception {
        return new RecordedVisit(Dialect.Name.PLATEAU, profile, "", 0, WELL);
    }

    private static Pages instead(String method, String path, Reply reply) {
        return asked -> asked.is(method, path) ? reply : WELL.reply(asked);
    }

    @Test
    void aStatusIsTheErrorOfItsOperationInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", "/", Reply.status(500)));
                walk.does(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("status-500");
                assertThat(walk.outcome().connectionLost()).isFalse();
                assertThat(walk.counted(OlioMeasure.HOME_PAGES)).isZero();
            }
        }
    }

    @Test
    void anEmptyPageIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", "/", Reply.page("")));
                walk.does(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("empty-page");
            }
        }
    }

    @Test
    void aBrokenOffBodyCostsTheConnection() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(instead("GET", "/", WELL.reply(home()).cutBy(10)));
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("truncated");
            assertThat(walk.outcome().connectionLost()).isTrue();
            walk.driver().connect();
            walk.site().becomes(WELL);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
        }
    }

    private static RecordingSite.Asked home() {
        return new RecordingSite.Asked("GET", "/", "", "", false);
    }

    @Test
    void anotherPageThanAskedForIsWrongContentWhereAnswersAreChecked() throws Exception {
        Reply other = Reply.page("<html><body>Under construction <a href='/events/7'>7</a></body></html>");
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.does(HOME_PAGE);
            walk.site().becomes(asked -> other);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("wrong-content");
            walk.does(TAG_SEARCH);
            assertThat(walk.reason()).isEqualTo("wrong-content");
            walk.does(EVENT_DETAIL);
            assertThat(walk.reason()).isEqualTo("wrong-content");
            walk.does(PERSON_DETAIL);
            assertThat(walk.reason()).isEqualTo("wrong-content");
        }
        try (RecordedVisit walk = walk(Profile.FABAN_2015)) {
            walk.site().becomes(asked -> other);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).as("Faban looks whether there is a body").isEmpty();
        }
    }

    @Test
    void aRefusedSignInIsAnErrorInEveryProfile() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("POST", "/login", Reply.to("/")));
                walk.does(LOGIN);
                assertThat(walk.reason()).isEqualTo("sign-in-refused");
                walk.does(ADD_EVENT);
                assertThat(walk.reason()).isEqualTo("not-logged-in");
                assertThat(walk.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            }
        }
    }

    /** The application was restarted: it knows its sessions no more. */
    @Test
    void aLostSessionIsSaidOnceAndTheUserSignsInAnew() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.does(LOGIN);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            walk.site()
                    .becomes(asked -> WELL.reply(
                            new RecordingSite.Asked(asked.method(), asked.path(), asked.query(), asked.body(), false)));
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("not-logged-in");
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            walk.site().becomes(WELL);
            assertThat(walk.does(LOGIN)).first().asString().startsWith("POST /login");
        }
    }

    /** The sign-in was taken, and the page it led to failed: what follows is the sign-in's error and no other's. */
    @Test
    void aSignInThatFailsOnItsWayLeavesTheUserSignedOutWithTheSiteToo() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(instead("GET", "/", Reply.status(500)));
            walk.does(LOGIN);
            assertThat(walk.reason()).isEqualTo("status-500");
            walk.site().becomes(WELL);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            assertThat(walk.counted(OlioMeasure.SIGNED_IN)).isZero();
        }
    }

    @Test
    void aSignOutThatFailsOnItsWayEndsTheSessionAllTheSame() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.does(LOGIN);
            walk.site().becomes(instead("GET", "/", Reply.status(500)));
            walk.does(LOGIN);
            assertThat(walk.reason()).isEqualTo("status-500");
            walk.site().becomes(WELL);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
            assertThat(walk.counted(OlioMeasure.SIGNED_IN))
                    .as("of the second sign-in")
                    .isEqualTo(1);
        }
    }

    @Test
    void aUserWhoIsHeldForSignedOutIsSoWithTheSiteToo() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.does(LOGIN);
            walk.site().becomes(instead("GET", "/events/new", Reply.page("<html><body>Later</body></html>")));
            walk.does(ADD_EVENT);
            assertThat(walk.reason()).isEqualTo("not-logged-in");
            walk.site().becomes(WELL);
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
        }
    }

    @Test
    void aPageOfSomebodyElsesSessionIsWrongContent() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site()
                    .becomes(asked -> WELL.reply(
                            new RecordingSite.Asked(asked.method(), asked.path(), asked.query(), asked.body(), true)));
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("wrong-content");
        }
    }

    @Test
    void imagesAreLookedAt() throws Exception {
        String image = "/images/events/7-thumb.jpg";
        byte[] half = Arrays.copyOf(MediaKind.EVENT_THUMBNAIL.bytes(7), 3000);
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("GET", image, Reply.status(404)));
                walk.does(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo("missing-image");
                walk.site().becomes(instead("GET", image, Reply.of("image/jpeg", half)));
                walk.does(HOME_PAGE);
                assertThat(walk.reason()).isEqualTo(profile.isStrict() ? "wrong-image" : "");
            }
        }
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.site().becomes(instead("GET", image, Reply.page("no picture today")));
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("wrong-image");
        }
    }

    @Test
    void aRegistrationThatWasNotTakenIsNotCounted() throws Exception {
        for (Profile profile : Profile.values()) {
            try (RecordedVisit walk = walk(profile)) {
                walk.site().becomes(instead("POST", "/people", Reply.to("/people/new")));
                walk.does(ADD_PERSON);
                assertThat(walk.reason()).isEqualTo(profile.isStrict() ? "not-taken" : "");
                assertThat(walk.counted(OlioMeasure.PERSONS_ADDED)).isZero();
                assertThat(walk.counted(OlioMeasure.PERSONS_REFUSED))
                        .as("no page says that it was refused either")
                        .isZero();
                walk.site().becomes(instead("POST", "/people", Reply.status(422)));
                walk.does(ADD_PERSON);
                assertThat(walk.reason()).isEqualTo("status-422");
                assertThat(walk.counted(OlioMeasure.PERSONS_REFUSED)).isEqualTo(1);
                assertThat(walk.counted(OlioMeasure.PERSONS_SENT)).isEqualTo(2);
            }
        }
    }

    @Test
    void whatWasSentAndNotAnsweredIsUncertain() throws Exception {
        try (RecordedVisit walk = walk(Profile.MODERN)) {
            walk.does(LOGIN);
            walk.site().becomes(instead("POST", "/events", WELL.reply(home()).cutBy(10)));
            walk.does(ADD_EVENT);
            assertThat(walk.reason()).isEqualTo("truncated");
            assertThat(walk.counted(OlioMeasure.EVENTS_ADDED)).isZero();
            assertThat(walk.counted(OlioMeasure.EVENTS_SENT)).isEqualTo(1);
            assertThat(walk.counted(OlioMeasure.EVENTS_REFUSED)).isZero();
        }
    }

    /** A redirect says that it was taken: what becomes of the page it leads to says nothing of it any more. */
    @Test
    void whatFailsAfterTheRedirectIsNotRefused() throws Exception {
        String nobody = "http://127.0.0.1:" + closedPort() + "/events/8";
        for (Pages pages :
                List.of(instead("GET", "/events/8", Reply.status(404)), instead("POST", "/events", Reply.to(nobody)))) {
            try (RecordedVisit walk = walk(Profile.MODERN)) {
                walk.does(LOGIN);
                walk.site().becomes(pages);
                walk.does(ADD_EVENT);
                assertThat(walk.reason()).isIn("status-404", "connect-refused");
                assertThat(walk.counted(OlioMeasure.EVENTS_SENT)).isEqualTo(1);
                assertThat(walk.counted(OlioMeasure.EVENTS_ADDED)).isZero();
                assertThat(walk.counted(OlioMeasure.EVENTS_REFUSED)).isZero();
            }
        }
    }

    private static int closedPort() throws IOException {
        try {
            return Ports.free();
        } catch (SutException e) {
            throw new IOException(e);
        }
    }

    @Test
    void aPageThatStallsIsGivenUpByAbort() throws Exception {
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
                return WELL.reply(request);
            });
            Thread patience = Thread.ofVirtual().start(() -> {
                try {
                    asked.await(30, TimeUnit.SECONDS);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                walk.driver().abort();
            });
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEqualTo("aborted");
            assertThat(walk.outcome().connectionLost()).isTrue();
            patience.join();
            release.countDown();
            walk.site().becomes(WELL);
            walk.driver().connect();
            walk.does(HOME_PAGE);
            assertThat(walk.reason()).isEmpty();
        }
    }
}

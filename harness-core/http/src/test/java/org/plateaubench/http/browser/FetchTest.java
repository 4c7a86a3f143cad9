// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;
import org.plateaubench.http.html.WrongContent;
import org.plateaubench.testkit.Deadline;

/** Parts of pages: parallel connections, the cache model, and parts that cannot be fetched. */
@Timeout(120)
final class FetchTest {
    private WebSite site;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new WebSite();
        browser = browser(6, HttpSettings.defaults());
    }

    @AfterEach
    void close() {
        browser.close();
        site.close();
    }

    private Browser browser(int connections, HttpSettings settings) {
        Browser browser = new Browser(
                new HttpConnections(settings),
                site.origin(),
                BrowserSettings.defaults().withConnectionsPerOrigin(connections),
                System::nanoTime);
        browser.newSession(CacheModel.NONE);
        return browser;
    }

    /** Six requests wait for each other: with fewer connections they would wait forever. */
    @Test
    void atMostSixPartsAreFetchedInParallel() throws Exception {
        CyclicBarrier six = new CyclicBarrier(6);
        List<WebAddress> parts = site.parts(24, (request, reply) -> {
            six.await(60, TimeUnit.SECONDS);
            reply.body(new byte[100]);
        });

        Fetched fetched = browser.fetchAll(parts, Resource.STATIC);

        assertThat(fetched).isEqualTo(new Fetched(24, 0, 0, 2400));
        assertThat(site.mostRunning()).isEqualTo(6);
        Traffic traffic = browser.endOperation();
        assertThat(traffic.connectionsOpened()).isEqualTo(6);
        assertThat(traffic.requests()).isEqualTo(24);
        assertNoThreadIsLeft();
    }

    @Test
    void sequentialFetchUsesOneConnectionInPageOrder() throws Exception {
        List<WebAddress> parts = site.parts(10, (request, reply) -> reply.body(new byte[1]));
        try (Browser sequential = browser(1, HttpSettings.defaults())) {
            sequential.fetchAll(parts, Resource.IMAGE);

            assertThat(site.requests())
                    .map(WebSite.ReceivedRequest::target)
                    .containsExactlyElementsOf(
                            parts.stream().map(WebAddress::target).toList());
            assertThat(sequential.endOperation().connectionsOpened()).isEqualTo(1);
            assertThat(site.mostRunning()).isEqualTo(1);
        }
    }

    @Test
    void eachOriginHasItsOwnConnections() throws Exception {
        CyclicBarrier bothRunning = new CyclicBarrier(2);
        site.on("/x", (request, reply) -> bothRunning.await(60, TimeUnit.SECONDS));
        try (Browser parallel = browser(2, HttpSettings.defaults())) {
            Fetched fetched = parallel.fetchAll(
                    List.of(site.address("/x"), new WebAddress(site.origin("localhost"), "/x")), Resource.IMAGE);

            assertThat(fetched.loaded()).isEqualTo(2);
        }
    }

    @Test
    void repeatedPartIsFetchedOnceAndRedirectsAreFollowed() throws IOException {
        site.on(
                        "/moved",
                        (request, reply) -> reply.status(301)
                                .header(
                                        "Location",
                                        "//localhost:" + site.origin().port() + "/there"))
                .on("/there", (request, reply) -> reply.body(new byte[5]));
        WebAddress moved = site.address("/moved");

        Fetched fetched = browser.fetchAll(List.of(moved, moved, moved), Resource.IMAGE);

        assertThat(fetched).isEqualTo(new Fetched(1, 0, 0, 5));
        assertThat(browser.endOperation().redirects()).isEqualTo(1);
    }

    /** Each redirect needs a connection to the other origin, and its thread returns its own connection first. */
    @Test
    void redirectsBetweenOriginsDoNotDeadlock() throws IOException {
        String local = "//localhost:" + site.origin().port();
        String number = "//127.0.0.1:" + site.origin().port();
        List<WebAddress> parts = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            String to = (i % 2 == 0 ? local : number) + "/end" + i;
            site.on("/go" + i, (request, reply) -> reply.status(302).header("Location", to))
                    .on("/end" + i, (request, reply) -> reply.body(new byte[1]));
            parts.add(new WebAddress(site.origin(i % 2 == 0 ? "127.0.0.1" : "localhost"), "/go" + i));
        }
        try (Browser parallel = browser(2, HttpSettings.defaults())) {
            assertThat(parallel.fetchAll(parts, Resource.IMAGE).loaded()).isEqualTo(12);
        }
    }

    @Test
    void firstMissingPartIsNamedAndOthersAreFetched() throws IOException {
        List<WebAddress> parts =
                site.parts(12, (request, reply) -> reply.status(request.target().endsWith("7") ? 503 : 200));
        parts.add(3, site.address("/missing"));

        assertThatExceptionOfType(StatusFailure.class)
                .isThrownBy(() -> browser.fetchAll(parts, Resource.STATIC))
                .withMessage("GET /missing answered 404");
        assertThat(browser.endOperation().requests()).isEqualTo(13);
        assertNoThreadIsLeft();
    }

    @Test
    void answersCanBeChecked() throws IOException {
        List<WebAddress> parts = site.parts(8, (request, reply) -> reply.html("part " + request.target()));

        Fetched fetched = browser.fetchAll(parts, Resource.STATIC, (address, response) -> {
            if (!response.contains("part " + address.target()) || response.length() != response.receivedLength()) {
                throw new WrongContent("not " + address);
            }
        });

        assertThat(fetched.loaded()).isEqualTo(8);
        assertThatExceptionOfType(WrongContent.class)
                .isThrownBy(() -> browser.fetchAll(parts, Resource.STATIC, (address, response) -> {
                    throw new WrongContent("never right");
                }))
                .satisfies(e -> assertThat(HttpOutcomes.of(e).reason()).isEqualTo(HttpOutcomes.WRONG_CONTENT));
        assertThatIllegalStateException()
                .isThrownBy(() -> browser.fetchAll(parts, Resource.STATIC, (address, response) -> {
                    throw new IllegalStateException("a fault of the workload");
                }));
        assertNoThreadIsLeft();
    }

    @Test
    void silentServerTimesOutAndFurtherPartsAreSkipped() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<WebAddress> parts = site.parts(60, (request, reply) -> release.await(60, TimeUnit.SECONDS));
        Duration longTimeout = Duration.ofMinutes(1);
        HttpSettings shortReadTimeout =
                HttpSettings.defaults().withTimeouts(longTimeout, Duration.ofMillis(500), longTimeout);
        try (Browser six = browser(6, shortReadTimeout)) {
            assertThatExceptionOfType(HttpFailure.class)
                    .isThrownBy(() -> six.fetchAll(parts, Resource.STATIC))
                    .satisfies(e -> assertThat(HttpOutcomes.of(e).reason()).isEqualTo(Outcome.TIMEOUT))
                    .satisfies(
                            e -> assertThat(HttpOutcomes.of(e).connectionLost()).isTrue());

            assertThat(six.endOperation().requests()).isLessThanOrEqualTo(12);
        } finally {
            release.countDown();
        }
        assertNoThreadIsLeft();
    }

    @Test
    void abortEndsAllFetchesAndConnectAllowsNewOnes() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<WebAddress> parts = site.parts(20, (request, reply) -> release.await(60, TimeUnit.SECONDS));
        site.page("/", "back");
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread user = Thread.ofVirtual().start(() -> {
            try {
                browser.fetchAll(parts, Resource.IMAGE);
            } catch (IOException e) {
                thrown.set(e);
            }
        });
        Deadline.until("six requests", () -> site.running() == 6);

        browser.abort();

        // Long before the responses would arrive.
        assertThat(user.join(Duration.ofSeconds(20))).isTrue();
        assertThat(thrown.get())
                .isInstanceOfSatisfying(
                        HttpFailure.class, e -> assertThat(e.kind()).isEqualTo(HttpFailure.Kind.ABORTED));
        assertThatExceptionOfType(HttpFailure.class)
                .isThrownBy(() -> browser.page("/"))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(HttpFailure.Kind.ABORTED));
        release.countDown();
        browser.connect();
        assertThat(browser.page("/").contains("back")).isTrue();
        assertNoThreadIsLeft();
    }

    @Test
    void interruptEndsAllFetches() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        List<WebAddress> parts = site.parts(20, (request, reply) -> release.await(60, TimeUnit.SECONDS));
        Thread user = Thread.ofVirtual().start(() -> {
            try {
                browser.fetchAll(parts, Resource.IMAGE);
            } catch (IOException e) {
                // The kind of failure does not matter.
                return;
            }
        });
        Deadline.until("six requests", () -> site.running() == 6);

        user.interrupt();

        assertThat(user.join(Duration.ofSeconds(20))).isTrue();
        release.countDown();
        assertNoThreadIsLeft();
    }

    @Test
    void cookiesSetByParallelPartsAreAllKept() throws IOException {
        List<WebAddress> parts = site.parts(
                40,
                (request, reply) ->
                        reply.header("Set-Cookie", "c" + request.target().substring(6) + "=1; Path=/"));

        browser.fetchAll(parts, Resource.STATIC);

        for (int i = 0; i < 40; i++) {
            assertThat(browser.cookie("c" + i)).as("cookie %d", i).isEqualTo("1");
        }
    }

    @Test
    void textIsFoundInUtf8Page() throws IOException {
        site.page("/", "aab caf\u00e9 ende");
        PageVisit visit = browser.page("/");

        assertThat(visit.contains("ab")).isTrue();
        assertThat(visit.contains("caf\u00e9")).isTrue();
        assertThat(visit.contains("ende")).isTrue();
        assertThat(visit.contains("endet")).isFalse();
        assertThat(visit.contains("")).isTrue();
        assertThat(visit.response().text().getBytes(StandardCharsets.UTF_8))
                .hasSize(visit.response().length());
    }

    /** The virtual threads of a fetch have ended when it returns. */
    private static void assertNoThreadIsLeft() throws IOException {
        assertThat(VirtualThreads.dump()).doesNotContain("browser-fetch");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.plateaubench.api.MeasureDefinition;
import org.plateaubench.http.HttpSettings;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.connect.HttpConnections;

/** The cache models of a session, with a server that honours conditional requests. */
final class BrowserCacheTest {
    private static final String MODIFIED = "Sat, 21 Nov 2026 08:00:00 GMT";

    private final AtomicLong nowNanos = new AtomicLong();
    private WebSite site;
    private Browser browser;

    @BeforeEach
    void open() throws Exception {
        site = new WebSite();
        site.page("/", "page");
        browser = new Browser(
                new HttpConnections(HttpSettings.defaults()), site.origin(), BrowserSettings.defaults(), nowNanos::get);
    }

    @AfterEach
    void close() {
        browser.close();
        site.close();
    }

    /** Serves a static file, with status 304 if it has not changed. */
    private static void file(WebSite.ReceivedRequest request, WebSite.Reply reply) {
        String since = request.header("If-Modified-Since");
        boolean unchanged = since != null && Dates.epochSeconds(since) >= Dates.epochSeconds(MODIFIED);
        reply.header("Last-Modified", MODIFIED).status(unchanged ? 304 : 200).body(new byte[unchanged ? 0 : 1000]);
    }

    @Test
    void sessionWithEmptyCacheFetchesEachFileOnce() throws IOException {
        List<WebAddress> statics = site.parts("/s", 5, BrowserCacheTest::file);
        List<WebAddress> images = site.parts("/i", 3, BrowserCacheTest::file);
        for (int session = 0; session < 2; session++) {
            browser.newSession(CacheModel.OLIO_EMPTY);
            browser.page("/");

            assertThat(browser.fetchAll(statics, Resource.STATIC)).isEqualTo(new Fetched(5, 0, 0, 5000));
            assertThat(browser.fetchAll(images, Resource.IMAGE)).isEqualTo(new Fetched(3, 0, 0, 3000));
            browser.endOperation();
            assertThat(browser.fetchAll(statics, Resource.STATIC)).isEqualTo(new Fetched(0, 0, 5, 0));
            assertThat(browser.fetchAll(images, Resource.IMAGE)).isEqualTo(new Fetched(0, 0, 3, 0));
            Traffic traffic = browser.endOperation();
            assertThat(traffic.requests()).isZero();
            assertThat(traffic.cacheHits()).isEqualTo(8);
        }
    }

    @Test
    void cachedSessionRevalidatesStaticsOnEachPage() throws IOException {
        List<WebAddress> statics = site.parts("/s", 5, BrowserCacheTest::file);
        List<WebAddress> images = site.parts("/i", 3, BrowserCacheTest::file);
        browser.newSession(CacheModel.OLIO_CACHED);
        for (int page = 0; page < 3; page++) {
            browser.page("/");
            assertThat(browser.fetchAll(statics, Resource.STATIC)).isEqualTo(new Fetched(0, 5, 0, 0));
            int loaded = page == 0 ? 3 : 0;
            assertThat(browser.fetchAll(images, Resource.IMAGE))
                    .isEqualTo(new Fetched(loaded, 0, 3 - loaded, loaded * 1000L));
            Traffic traffic = browser.endOperation();
            assertThat(traffic.conditionalRequests()).isEqualTo(5);
            assertThat(traffic.notModified()).isEqualTo(5);
        }
        assertThat(Dates.epochSeconds(String.valueOf(site.requests().get(1).header("If-Modified-Since"))))
                .isGreaterThanOrEqualTo(Dates.epochSeconds(MODIFIED));
    }

    /** A part without a modification date is revalidated by its entity tag. */
    @Test
    void entityTagIsSentBackUnchanged() throws IOException {
        List<WebAddress> statics = site.parts("/s", 1, (request, reply) -> {
            boolean same = "\"v1\"".equals(request.header("If-None-Match"));
            reply.header("ETag", "\"v1\"").status(same ? 304 : 200);
        });
        browser.newSession(CacheModel.OLIO_CACHED);
        browser.page("/");

        assertThat(browser.fetchAll(statics, Resource.STATIC).loaded()).isEqualTo(1);
        assertThat(browser.fetchAll(statics, Resource.STATIC).notModified()).isEqualTo(1);
        browser.newSession(CacheModel.OLIO_CACHED);
        assertThat(browser.fetchAll(statics, Resource.STATIC).notModified()).isEqualTo(1);
    }

    @Test
    void noneFetchesEverythingAndNeverFetchesNothing() throws IOException {
        List<WebAddress> statics = site.parts("/s", 2, BrowserCacheTest::file);
        browser.newSession(CacheModel.NONE);
        browser.fetchAll(statics, Resource.STATIC);
        assertThat(browser.fetchAll(statics, Resource.STATIC).loaded()).isEqualTo(2);

        browser.newSession(new CacheModel(CacheModel.Rule.NEVER, CacheModel.Rule.NEVER));
        assertThat(browser.fetchAll(statics, Resource.STATIC).cached()).isEqualTo(2);
    }

    @Test
    void cacheControlHeadersAreFollowed() throws IOException {
        site.on("/fresh", (request, reply) -> reply.header("Cache-Control", "public, max-age=60"))
                .on("/never", (request, reply) -> reply.header("Cache-Control", "no-store"))
                .on("/ask", (request, reply) -> {
                    reply.header("Cache-Control", "no-cache");
                    file(request, reply);
                })
                .on("/nothing", (request, reply) -> {})
                .on("/expires", (request, reply) -> reply.header("Expires", "Thu, 01 Jan 2037 00:00:00 GMT"))
                .on("/expired", (request, reply) -> reply.header("Expires", "0"));
        List<WebAddress> all = List.of(
                site.address("/fresh"),
                site.address("/never"),
                site.address("/ask"),
                site.address("/nothing"),
                site.address("/expires"),
                site.address("/expired"));
        assertThat(browser.fetchAll(all, Resource.STATIC)).isEqualTo(new Fetched(6, 0, 0, 1000));

        assertThat(browser.fetchAll(all, Resource.STATIC)).isEqualTo(new Fetched(3, 1, 2, 0));

        nowNanos.addAndGet(61_000_000_000L);
        assertThat(browser.fetchAll(all, Resource.STATIC)).isEqualTo(new Fetched(4, 1, 1, 0));
    }

    @Test
    void missingPartIsRequestedAgain() throws IOException {
        site.on("/s", (request, reply) -> reply.status(404));
        browser.newSession(CacheModel.OLIO_EMPTY);
        List<WebAddress> part = List.of(site.address("/s"));
        assertThatExceptionOfType(StatusFailure.class).isThrownBy(() -> browser.fetchAll(part, Resource.STATIC));
        site.on("/s", BrowserCacheTest::file);

        assertThat(browser.fetchAll(part, Resource.STATIC).loaded()).isEqualTo(1);
    }

    /** Nothing is cached that a 304 to an unconditional request could refer to. */
    @Test
    void unrequestedNotModifiedIsAnError() {
        site.on("/s", (request, reply) -> reply.status(304));
        browser.newSession(CacheModel.OLIO_EMPTY);

        assertThatExceptionOfType(StatusFailure.class)
                .isThrownBy(() -> browser.fetchAll(List.of(site.address("/s")), Resource.STATIC))
                .satisfies(e -> assertThat(e.status()).isEqualTo(304));
    }

    @Test
    void cacheSizeIsBounded() throws IOException {
        List<WebAddress> parts = new ArrayList<>();
        site.on("/many", (request, reply) -> reply.body(new byte[0]));
        for (int i = 0; i < BrowserCache.MAX_ENTRIES + 10; i++) {
            parts.add(site.address("/many?" + i));
        }
        browser.newSession(CacheModel.OLIO_EMPTY);
        int last = parts.size() - 1;
        // Fetched separately, because parallel fetches end in any order.
        browser.fetchAll(parts.subList(0, 1), Resource.IMAGE);
        browser.fetchAll(parts.subList(1, last), Resource.IMAGE);
        browser.fetchAll(parts.subList(last, last + 1), Resource.IMAGE);

        assertThat(browser.fetchAll(parts.subList(last, last + 1), Resource.IMAGE)
                        .cached())
                .isEqualTo(1);
        assertThat(browser.fetchAll(parts.subList(0, 1), Resource.IMAGE).loaded())
                .isEqualTo(1);
    }

    @Test
    void countersMatchTheirDefinitions() throws IOException {
        Map<String, Long> counted = new HashMap<>();
        HttpMeasures measures = new HttpMeasures(name -> amount -> counted.merge(name, amount, Long::sum));
        List<WebAddress> statics = site.parts("/s", 2, BrowserCacheTest::file);
        browser.newSession(CacheModel.OLIO_CACHED);
        for (int i = 0; i < 2; i++) {
            browser.page("/");
            browser.fetchAll(statics, Resource.STATIC);
            measures.add(browser.endOperation());
        }

        assertThat(counted)
                .containsEntry("httpRequests", 6L)
                .containsEntry("httpConditionalRequests", 4L)
                .containsEntry("httpNotModified", 4L)
                .containsKeys("httpSentBytes", "httpReceivedBytes", "httpConnections");
        assertThat(HttpMeasures.definitions())
                .map(MeasureDefinition::name)
                .containsAll(counted.keySet())
                .hasSize(10);
    }
}

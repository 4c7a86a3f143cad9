// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.plateaubench.api.Outcome;
import org.plateaubench.http.HttpConnection;
import org.plateaubench.http.HttpConnector;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserCache;
import org.plateaubench.http.browser.BrowserCache.Way;
import org.plateaubench.http.browser.CookieJar;
import org.plateaubench.http.browser.Resource;
import org.plateaubench.http.html.Page;
import org.plateaubench.spi.UserContext;

/**
 * Fetches the images, scripts and style sheets of one user's pages, several at a time, each on a connection that is kept.
 * One of them is fetched by the calling thread, the others by virtual threads, which have ended when the call returns.
 */
final class PageResources {
    private final WebTarget target;
    private final HttpConnector connector;
    private final WebCounts counts;
    private final @Nullable CookieJar cookies;
    private final @Nullable BrowserCache cache;
    private final @Nullable Consumer<String> trace;
    private final List<Line> lines = new ArrayList<>();
    private volatile boolean aborted;

    /** The connections on which one resource at a time is fetched. */
    private static final class Line {
        private final Map<HttpOrigin, HttpConnection> connections = new ConcurrentHashMap<>();
        private final HttpRequest request = new HttpRequest();
    }

    /** A resource that has to be requested. */
    private record Wanted(WebAddress address, Resource kind, boolean revalidated) {}

    /** The resources of one page, and the first failure among them in the order of the page. */
    private static final class Work {
        private final WebAddress page;
        private final HttpRequest like;
        private final List<Wanted> wanted = new ArrayList<>();
        private final AtomicInteger next = new AtomicInteger();
        private int failedIndex = Integer.MAX_VALUE;
        private Outcome outcome = Outcome.ok();

        Work(WebAddress page, HttpRequest like) {
            this.page = page;
            this.like = like;
        }

        synchronized void failed(int index, Outcome failure) {
            if (index < failedIndex) {
                failedIndex = index;
                outcome = failure;
            }
        }

        synchronized Outcome outcome() {
            return outcome;
        }
    }

    PageResources(
            WebTarget target,
            HttpConnector connector,
            WebCounts counts,
            @Nullable CookieJar cookies,
            UserContext user) {
        this.target = target;
        this.connector = connector;
        this.counts = counts;
        this.cookies = cookies;
        this.trace = user.trace().orElse(null);
        this.cache = target.pages().cache() ? new BrowserCache(user::nanoTime) : null;
        for (int i = 0; i < target.pages().connections(); i++) {
            lines.add(new Line());
        }
    }

    /**
     * Fetches what a page names at the servers that may be loaded.
     *
     * @param like the request of the page, whose headers are sent again
     * @return ok, or the failure of the first resource that failed
     */
    Outcome fetch(Page page, HttpRequest like) {
        Work work = new Work(page.address(), like);
        Map<WebAddress, Resource> named = new LinkedHashMap<>();
        page.statics().forEach(each -> named.put(each, Resource.STATIC));
        page.images().forEach(each -> named.putIfAbsent(each, Resource.IMAGE));
        named.forEach((address, kind) -> {
            if (target.allows(address.origin())) {
                Way way = cache == null ? Way.FETCHED : cache.way(address, kind);
                if (way == Way.NOT_FETCHED) {
                    counts.cached().add(1);
                } else {
                    work.wanted.add(new Wanted(address, kind, way == Way.REVALIDATED));
                }
            }
        });
        if (trace != null) {
            trace.accept(work.wanted.size() + " of the page's " + named.size() + " resources are requested");
        }
        List<Thread> others = new ArrayList<>();
        for (int i = 1; i < Math.min(lines.size(), work.wanted.size()); i++) {
            Line line = lines.get(i);
            others.add(Thread.ofVirtual().name("resources").start(() -> run(work, line)));
        }
        run(work, lines.getFirst());
        boolean interrupted = false;
        for (Thread each : others) {
            interrupted |= !ended(each);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return work.outcome();
    }

    /** Waits for a thread, whose exchanges have deadlines; false if this thread was interrupted meanwhile. */
    private static boolean ended(Thread thread) {
        boolean calm = true;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                calm = false;
            }
        }
        return calm;
    }

    private void run(Work work, Line line) {
        for (int i = work.next.getAndIncrement(); i < work.wanted.size(); i = work.next.getAndIncrement()) {
            Wanted wanted = work.wanted.get(i);
            try {
                fetch(wanted, line, work, i);
            } catch (HttpFailure e) {
                work.failed(i, e.outcome());
                work.next.set(work.wanted.size());
            } catch (IllegalArgumentException e) {
                work.failed(i, Outcome.error("resource", wanted.address() + ": " + e.getMessage()));
            }
        }
        line.connections.values().forEach(HttpConnection::release);
    }

    /** Fetches one resource, and follows its redirects to servers that may be loaded. */
    private void fetch(Wanted wanted, Line line, Work work, int index) throws HttpFailure {
        WebAddress at = wanted.address();
        for (int hops = 0; ; hops++) {
            HttpRequest request = request(line, at, work);
            if (cache != null && wanted.revalidated() && hops == 0) {
                cache.addConditions(at, request);
            }
            HttpResponse response = exchange(line, at, request);
            if (cookies != null) {
                cookies.store(at, response);
            }
            int status = response.status();
            String location = WebTarget.isRedirect(status) ? response.header("Location") : null;
            WebAddress to = location == null ? null : at.resolve(location);
            boolean unchanged = status == 304 && wanted.revalidated();
            if (to != null && hops < target.redirects()) {
                counts.redirects().add(1);
                if (!target.allows(to.origin())) {
                    return;
                }
                at = to;
            } else if (!unchanged && (status < 200 || status > 299)) {
                work.failed(
                        index,
                        Outcome.error("resource-" + status, wanted.address() + ": the server answered " + status));
                return;
            } else {
                if (cache != null) {
                    cache.note(wanted.address(), wanted.kind(), response);
                }
                return;
            }
        }
    }

    /** A request with the headers of the page's request; those with credentials go to the page's server only. */
    private HttpRequest request(Line line, WebAddress at, Work work) {
        HttpRequest request = line.request.start("GET", at.target());
        boolean same = at.origin().equals(work.page.origin());
        for (int i = 0; i < work.like.headerCount(); i++) {
            String name = work.like.headerName(i);
            boolean isKept = cookies != null && name.equalsIgnoreCase("Cookie");
            if (!isKept && (same || !WebTarget.isCredential(name))) {
                request.header(name, work.like.headerValue(i));
            }
        }
        String cookie = cookies == null ? null : cookies.header(at, work.page.origin(), false);
        if (cookie != null) {
            request.header("Cookie", cookie);
        }
        return request.header("Referer", same ? work.page.toString() : work.page.origin() + "/")
                .discardBody(true);
    }

    private HttpResponse exchange(Line line, WebAddress at, HttpRequest request) throws HttpFailure {
        HttpConnection connection = line.connections.computeIfAbsent(at.origin(), connector::connection);
        if (aborted) {
            throw new HttpFailure(HttpFailure.Kind.ABORTED, "the operation was aborted", false, null);
        }
        counts.resources().add(1);
        return counts.exchange(connection, request);
    }

    /** Allows requests again after an abort. */
    void restart() {
        aborted = false;
    }

    /** Makes running requests fail. Any thread. */
    void abort() {
        aborted = true;
        lines.forEach(line -> line.connections.values().forEach(HttpConnection::abort));
    }

    void close() {
        lines.forEach(line -> line.connections.values().forEach(HttpConnection::close));
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpFailure;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserCache.Way;
import org.plateaubench.http.browser.BrowserRequest.Header;
import org.plateaubench.http.browser.Exchanges.HeldResponse;
import org.plateaubench.http.browser.Exchanges.RequestType;

/**
 * Fetches the parts of one page. The parts of an origin are fetched in parallel on all allowed connections. The calling
 * thread executes one of the parallel fetches, and virtual threads, which end before the call returns, the others.
 */
final class Fetch {
    /** Maximum number of parallel fetches, for a page with parts at very many origins. */
    private static final int MAX_PARALLEL = 64;

    private record Part(int index, WebAddress address, boolean revalidated) {}

    private final Exchanges exchanges;
    private final Resource resource;
    private final BrowserResponse.@Nullable Check check;
    private final @Nullable WebAddress page;
    private final List<Header> headers;
    /** The parts at each origin, which free threads fetch in order. */
    private final Map<HttpOrigin, Queue<Part>> queues = new LinkedHashMap<>();

    private volatile boolean stopped;

    private int cached;
    private int loaded;
    private int notModified;
    private long bodyBytes;
    private int failedIndex = Integer.MAX_VALUE;
    private @Nullable Throwable failure;

    Fetch(
            Exchanges exchanges,
            Resource resource,
            BrowserResponse.@Nullable Check check,
            @Nullable WebAddress page,
            List<Header> headers) {
        this.exchanges = exchanges;
        this.resource = resource;
        this.check = check;
        this.page = page;
        this.headers = headers;
    }

    /**
     * Fetches the parts that are not cached.
     *
     * @throws IOException the failure of the first failed part in the order of the page. After a failed connection no
     *     further parts are fetched; after an unexpected status they are
     */
    Fetched run(List<WebAddress> addresses, int maxParallel) throws IOException {
        int index = 0;
        for (WebAddress address : new LinkedHashSet<>(addresses)) {
            Way way = exchanges.cache().decide(address, resource);
            if (way == Way.NOT_FETCHED) {
                cached++;
                exchanges.traffic().cacheHit();
            } else {
                queues.computeIfAbsent(address.origin(), origin -> new ConcurrentLinkedQueue<>())
                        .add(new Part(index++, address, way == Way.REVALIDATED));
            }
        }
        List<Thread> threads = maxParallel > 1 ? start(maxParallel) : List.of();
        try {
            for (Queue<Part> queue : queues.values()) {
                work(queue);
            }
        } finally {
            awaitAll(threads);
        }
        rethrow();
        return new Fetched(loaded, notModified, cached, bodyBytes);
    }

    /**
     * Starts a thread for each connection, except for one connection to the first origin, which the caller uses.
     */
    private List<Thread> start(int maxParallel) {
        List<Thread> threads = new ArrayList<>();
        boolean first = true;
        for (Queue<Part> queue : queues.values()) {
            int threadCount = Math.min(maxParallel, queue.size()) - (first ? 1 : 0);
            for (int i = 0; i < threadCount && threads.size() < MAX_PARALLEL; i++) {
                threads.add(Thread.ofVirtual().name("browser-fetch").start(() -> work(queue)));
            }
            first = false;
        }
        return threads;
    }

    private void awaitAll(List<Thread> threads) {
        boolean interrupted = false;
        for (Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException e) {
                    // An interrupt of this thread must end the other threads too; they end as soon as their sockets are
                    // closed.
                    interrupted = true;
                    stopped = true;
                    exchanges.pool().stop();
                    exchanges.pool().abortBorrowed();
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void work(Queue<Part> queue) {
        Part part = stopped ? null : queue.poll();
        while (part != null) {
            fetch(part);
            part = stopped ? null : queue.poll();
        }
    }

    private void fetch(Part part) {
        try {
            RequestType purpose = resource == Resource.IMAGE ? RequestType.IMAGE : RequestType.STATIC;
            HeldResponse held = exchanges.run(request(part.address), purpose, page, part.revalidated, check != null);
            try {
                examine(part, held.response());
            } finally {
                exchanges.pool().giveBack(held.pooled());
            }
        } catch (HttpFailure e) {
            stopped = true;
            recordFailure(part, e);
        } catch (IOException e) {
            recordFailure(part, e);
        } catch (RuntimeException | Error e) {
            // Thrown again in the calling thread.
            stopped = true;
            recordFailure(part, e);
        }
    }

    private BrowserRequest request(WebAddress address) {
        boolean isSameOrigin = page == null || address.origin().equals(page.origin());
        return new BrowserRequest("GET", address, null, Redirects.headers(headers, false, isSameOrigin));
    }

    private void examine(Part part, BrowserResponse response) throws IOException {
        int status = response.status();
        boolean isUnchanged = status == 304 && part.revalidated;
        if (!isUnchanged && (status < 200 || status > 299)) {
            throw new StatusFailure("GET", part.address, status);
        }
        if (check != null && !isUnchanged) {
            check.check(part.address, response);
        }
        exchanges.cache().store(part.address, resource, response.httpResponse());
        synchronized (this) {
            loaded += isUnchanged ? 0 : 1;
            notModified += isUnchanged ? 1 : 0;
            bodyBytes += isUnchanged ? 0 : response.receivedLength();
        }
    }

    private synchronized void recordFailure(Part part, Throwable thrown) {
        if (part.index < failedIndex) {
            failedIndex = part.index;
            failure = thrown;
        }
    }

    private synchronized void rethrow() throws IOException {
        switch (failure) {
            case null -> {}
            case IOException io -> throw io;
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(failure);
        }
    }
}

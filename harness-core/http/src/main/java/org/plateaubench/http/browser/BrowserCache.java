// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpRequest;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;

/**
 * The cache of one user's browser for parts of pages. It stores validators and freshness, but no content, which is not
 * used again. Its size is bounded; the least recently used entry is removed first. Thread-safe.
 */
final class BrowserCache {
    private static final Pattern COMMA = Pattern.compile(",");
    static final int MAX_ENTRIES = 2000;

    private static final int MAX_VALIDATOR_LENGTH = 512;
    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long MAX_FRESHNESS_SECONDS = 400L * 24 * 3600;

    /** The way in which a resource is obtained. */
    enum Way {
        /** The resource is cached or not needed. */
        NOT_FETCHED,
        FETCHED,
        /** The resource is fetched if it has changed, with the conditions of {@link #addConditions}. */
        REVALIDATED
    }

    /**
     * The cache entry of a resource.
     *
     * @param session number of the session in which it was last obtained; 0 for none
     * @param freshNanos time after {@code obtainedNanos} in which it need not be requested, nanoseconds
     */
    private record Entry(
            @Nullable String etag, @Nullable String lastModified, long session, long obtainedNanos, long freshNanos) {
        boolean hasValidator() {
            return etag != null || lastModified != null;
        }
    }

    private final LongSupplier nanoTime;
    private final Map<WebAddress, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private CacheModel model = CacheModel.BY_HEADERS;
    private long session = 1;
    private @Nullable HttpOrigin serverDateOrigin;
    private @Nullable String serverDate;

    BrowserCache(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Begins a session, in which no resource has been fetched yet. Validators of earlier sessions are kept. */
    synchronized void newSession(CacheModel newModel) {
        model = newModel;
        session++;
    }

    synchronized Way decide(WebAddress address, Resource resource) {
        Entry entry = entries.get(address);
        return switch (model.rule(resource)) {
            case NEVER -> Way.NOT_FETCHED;
            case EVERY_TIME -> Way.FETCHED;
            case ONCE_A_SESSION -> entry != null && entry.session == session ? Way.NOT_FETCHED : Way.FETCHED;
            case REVALIDATE -> canRevalidate(entry, address) ? Way.REVALIDATED : Way.FETCHED;
            case BY_HEADERS -> {
                if (entry == null) {
                    yield Way.FETCHED;
                }
                if (nanoTime.getAsLong() - entry.obtainedNanos < entry.freshNanos) {
                    yield Way.NOT_FETCHED;
                }
                yield entry.hasValidator() ? Way.REVALIDATED : Way.FETCHED;
            }
        };
    }

    /** A resource not fetched yet counts as cached before the run; see {@link CacheModel.Rule#REVALIDATE}. */
    private boolean canRevalidate(@Nullable Entry entry, WebAddress address) {
        return (entry != null && entry.hasValidator())
                || (serverDate != null && address.origin().equals(serverDateOrigin));
    }

    /** Adds the conditions of a revalidation to a request. */
    synchronized void addConditions(WebAddress address, HttpRequest request) {
        Entry entry = entries.get(address);
        if (entry != null && entry.hasValidator()) {
            if (entry.etag != null) {
                request.header("If-None-Match", entry.etag);
            }
            if (entry.lastModified != null) {
                request.header("If-Modified-Since", entry.lastModified);
            }
        } else if (serverDate != null) {
            request.header("If-Modified-Since", serverDate);
        }
    }

    /** Records the time that the server of a page has reported. */
    void recordServerDate(WebAddress address, HttpResponse response) {
        String date = response.header("Date");
        if (date == null) {
            return;
        }
        synchronized (this) {
            serverDateOrigin = address.origin();
            if (!date.equals(serverDate)) {
                serverDate = Dates.epochSeconds(date) == Dates.NONE ? null : date;
            }
        }
    }

    /** Records a response for a part of a page: 2xx or 304. */
    synchronized void store(WebAddress address, Resource resource, HttpResponse response) {
        Entry old = entries.get(address);
        String etag = validator(response, "ETag");
        String lastModified = validator(response, "Last-Modified");
        if (response.status() == 304 && old != null) {
            etag = etag == null ? old.etag : etag;
            lastModified = lastModified == null ? old.lastModified : lastModified;
        }
        long freshNanos = 0;
        if (model.rule(resource) == CacheModel.Rule.BY_HEADERS) {
            String control = cacheControl(response);
            if (control.contains("no-store")) {
                entries.remove(address);
                return;
            }
            freshNanos = freshSeconds(response, control) * SECOND_NANOS;
        }
        entries.put(address, new Entry(etag, lastModified, session, nanoTime.getAsLong(), freshNanos));
        if (entries.size() > MAX_ENTRIES) {
            entries.remove(entries.keySet().iterator().next());
        }
    }

    private static @Nullable String validator(HttpResponse response, String name) {
        String value = response.header(name);
        return value == null || value.isEmpty() || value.length() > MAX_VALIDATOR_LENGTH ? null : value;
    }

    private static String cacheControl(HttpResponse response) {
        String first = response.header("Cache-Control");
        return first == null ? "" : first.toLowerCase(Locale.ROOT);
    }

    /**
     * The freshness lifetime by RFC 9111, section 4.2, for a private cache, by the heuristic of section 4.2.2 if none
     * is declared.
     */
    private static long freshSeconds(HttpResponse response, String control) {
        if (control.contains("no-cache")) {
            return 0;
        }
        long maxAge = maxAgeSeconds(control);
        if (maxAge >= 0) {
            return maxAge;
        }
        long date = dateOf(response, "Date");
        if (date == Dates.NONE) {
            return 0;
        }
        if (response.header("Expires") != null) {
            long expires = dateOf(response, "Expires");
            return expires == Dates.NONE ? 0 : Math.clamp(expires - date, 0, MAX_FRESHNESS_SECONDS);
        }
        long lastModified = dateOf(response, "Last-Modified");
        return lastModified == Dates.NONE ? 0 : Math.clamp((date - lastModified) / 10, 0, MAX_FRESHNESS_SECONDS);
    }

    private static long maxAgeSeconds(String control) {
        for (String directive : COMMA.split(control, -1)) {
            String text = directive.strip();
            if (text.matches("max-age ?= ?\"?[0-9]{1,18}\"?")) {
                return Math.min(Long.parseLong(text.replaceAll("[^0-9]", "")), MAX_FRESHNESS_SECONDS);
            }
        }
        return -1;
    }

    private static long dateOf(HttpResponse response, String name) {
        return Dates.epochSeconds(response.header(name));
    }
}

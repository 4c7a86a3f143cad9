// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;

/** The cookies of one user, by RFC 6265. Their number is bounded. Thread-safe. */
public final class CookieJar {
    static final int MAX_COOKIES = 300;

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** A cookie with its times on the run's clock. */
    private record StoredCookie(Cookie cookie, long serial, long deadlineNanos) {
        boolean isExpired(long nowNanos) {
            return cookie.lifetimeSeconds() != Cookie.SESSION && deadlineNanos - nowNanos <= 0;
        }
    }

    private final LongSupplier nanoTime;
    private final List<StoredCookie> cookies = new ArrayList<>(2);
    private long serial;
    private long changes;

    /**
     * Creates a jar without cookies.
     *
     * @param nanoTime nanoseconds on the run's clock
     */
    public CookieJar(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Stores the cookies of a response. */
    public void store(WebAddress from, HttpResponse response) {
        for (int i = 0; i < response.headerCount(); i++) {
            if (response.headerIs(i, "Set-Cookie")) {
                store(response.headerValue(i), from, response.header("Date"));
            }
        }
    }

    synchronized void store(String line, WebAddress from, @Nullable String serverDate) {
        Cookie cookie = Cookie.parse(line, from, serverDate);
        if (cookie == null) {
            return;
        }
        StoredCookie old = remove(cookie);
        boolean isKept = cookie.lifetimeSeconds() > 0;
        boolean isUnchanged =
                old == null ? !isKept : isKept && old.cookie.value().equals(cookie.value());
        changes += isUnchanged ? 0 : 1;
        if (isKept) {
            long nowNanos = nanoTime.getAsLong();
            long lifetimeNanos =
                    cookie.lifetimeSeconds() == Cookie.SESSION ? 0 : cookie.lifetimeSeconds() * SECOND_NANOS;
            removeExcess(nowNanos);
            cookies.add(new StoredCookie(cookie, old == null ? serial++ : old.serial, nowNanos + lifetimeNanos));
        }
    }

    private @Nullable StoredCookie remove(Cookie cookie) {
        for (int i = 0; i < cookies.size(); i++) {
            if (cookies.get(i).cookie.sameAs(cookie)) {
                return cookies.remove(i);
            }
        }
        return null;
    }

    private void removeExcess(long nowNanos) {
        cookies.removeIf(old -> old.isExpired(nowNanos));
        if (cookies.size() >= MAX_COOKIES) {
            cookies.remove(Collections.min(cookies, Comparator.comparingLong(StoredCookie::serial)));
        }
    }

    /** The value of the header {@code Cookie} of a request, or null for none. */
    public synchronized @Nullable String header(WebAddress to) {
        if (cookies.isEmpty()) {
            return null;
        }
        List<StoredCookie> sent = new ArrayList<>(cookies.size());
        String path = to.path();
        long nowNanos = nanoTime.getAsLong();
        for (StoredCookie candidate : cookies) {
            if (!candidate.isExpired(nowNanos) && isSentTo(candidate.cookie, to.origin(), path)) {
                sent.add(candidate);
            }
        }
        if (sent.isEmpty()) {
            return null;
        }
        if (sent.size() > 1) {
            sent.sort(Comparator.comparingInt(
                            (StoredCookie cookie) -> -cookie.cookie.path().length())
                    .thenComparingLong(StoredCookie::serial));
        }
        return joined(sent);
    }

    private static boolean isSentTo(Cookie cookie, HttpOrigin origin, String path) {
        if (cookie.secure() && !origin.secure()) {
            return false;
        }
        boolean hostMatches = cookie.hostOnly()
                ? cookie.domain().equals(origin.host())
                : Cookie.domainMatches(origin.host(), cookie.domain());
        return hostMatches && cookie.pathMatches(path);
    }

    private static String joined(List<StoredCookie> sent) {
        StringBuilder header = new StringBuilder(64);
        for (StoredCookie candidate : sent) {
            if (!header.isEmpty()) {
                header.append("; ");
            }
            if (!candidate.cookie.name().isEmpty()) {
                header.append(candidate.cookie.name()).append('=');
            }
            header.append(candidate.cookie.value());
        }
        return header.toString();
    }

    /** The value of a cookie that would be sent to an address, or null. */
    synchronized @Nullable String value(WebAddress to, String name) {
        long nowNanos = nanoTime.getAsLong();
        for (StoredCookie candidate : cookies) {
            if (candidate.cookie.name().equals(name)
                    && !candidate.isExpired(nowNanos)
                    && isSentTo(candidate.cookie, to.origin(), to.path())) {
                return candidate.cookie.value();
            }
        }
        return null;
    }

    synchronized void clear() {
        cookies.clear();
        changes++;
    }

    /** Number of changes so far: cookies that were set, changed or removed. */
    synchronized long changes() {
        return changes;
    }

    /** Number of cookies. */
    public synchronized int size() {
        return cookies.size();
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.address.WebAddress;

/** The cookies of one user, by RFC 6265. Their number is bounded. Any thread. */
public final class CookieJar {
    static final int MOST_PER_DOMAIN = 50;
    static final int MOST = 300;

    private static final long SECOND_NANOS = 1_000_000_000L;

    /** A cookie with its times on the run's clock. */
    private record StoredCookie(Cookie cookie, long serial, long deadlineNanos) {
        boolean isExpired(long nowNanos) {
            return cookie.lifetimeSeconds() != Cookie.SESSION && deadlineNanos - nowNanos <= 0;
        }
    }

    private final LongSupplier nanoTime;
    private final List<StoredCookie> kept = new ArrayList<>(2);
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
        if (cookie == null || shadowsSecure(cookie, from.origin())) {
            return;
        }
        StoredCookie old = remove(cookie);
        boolean lives = cookie.lifetimeSeconds() > 0;
        boolean asBefore = old == null ? !lives : lives && old.cookie.value().equals(cookie.value());
        changes += asBefore ? 0 : 1;
        if (lives) {
            long nowNanos = nanoTime.getAsLong();
            long lifetimeNanos =
                    cookie.lifetimeSeconds() == Cookie.SESSION ? 0 : cookie.lifetimeSeconds() * SECOND_NANOS;
            removeExcess(cookie.domain(), nowNanos);
            kept.add(new StoredCookie(cookie, old == null ? serial++ : old.serial, nowNanos + lifetimeNanos));
        }
    }

    private @Nullable StoredCookie remove(Cookie cookie) {
        for (int i = 0; i < kept.size(); i++) {
            if (kept.get(i).cookie.sameAs(cookie)) {
                return kept.remove(i);
            }
        }
        return null;
    }

    /** Whether a cookie from an insecure connection would replace one that was set over https, which is not allowed. */
    private boolean shadowsSecure(Cookie cookie, HttpOrigin from) {
        if (from.secure()) {
            return false;
        }
        for (StoredCookie other : kept) {
            Cookie old = other.cookie;
            if (old.secure()
                    && old.name().equals(cookie.name())
                    && (Cookie.domainMatches(old.domain(), cookie.domain())
                            || Cookie.domainMatches(cookie.domain(), old.domain()))
                    && cookie.pathMatches(old.path())) {
                return true;
            }
        }
        return false;
    }

    private void removeExcess(String domain, long nowNanos) {
        kept.removeIf(old -> old.isExpired(nowNanos));
        removeOldest(MOST_PER_DOMAIN, domain);
        removeOldest(MOST, null);
    }

    private void removeOldest(int most, @Nullable String domain) {
        int count = 0;
        int oldest = -1;
        for (int i = 0; i < kept.size(); i++) {
            StoredCookie candidate = kept.get(i);
            if (domain == null || candidate.cookie.domain().equals(domain)) {
                count++;
                oldest = oldest < 0 || candidate.serial < kept.get(oldest).serial ? i : oldest;
            }
        }
        if (count >= most) {
            kept.remove(oldest);
        }
    }

    /**
     * The value of the header {@code Cookie} of a request, or null for none.
     *
     * @param initiator origin of the page that causes the request; null if the user causes it
     * @param safeNavigation whether the request replaces the shown page, by a safe method
     */
    public synchronized @Nullable String header(WebAddress to, @Nullable HttpOrigin initiator, boolean safeNavigation) {
        if (kept.isEmpty()) {
            return null;
        }
        boolean sameSite = initiator == null || sameSite(initiator, to.origin());
        List<StoredCookie> sent = new ArrayList<>(kept.size());
        String path = to.path();
        long nowNanos = nanoTime.getAsLong();
        for (StoredCookie candidate : kept) {
            if (!candidate.isExpired(nowNanos)
                    && goesTo(candidate.cookie, to.origin(), path, sameSite, safeNavigation)) {
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

    /** Hosts with the same last two labels are one site, because there is no list of public suffixes. */
    private static boolean sameSite(HttpOrigin one, HttpOrigin other) {
        return one.scheme().equals(other.scheme()) && site(one.host()).equals(site(other.host()));
    }

    private static String site(String host) {
        int last = Cookie.isAddress(host) ? -1 : host.lastIndexOf('.');
        return host.substring(1 + (last < 0 ? -1 : host.lastIndexOf('.', last - 1)));
    }

    private static boolean goesTo(
            Cookie cookie, HttpOrigin origin, String path, boolean sameSite, boolean safeNavigation) {
        if (cookie.secure() && !origin.secure()) {
            return false;
        }
        boolean hostMatches = cookie.hostOnly()
                ? cookie.domain().equals(origin.host())
                : Cookie.domainMatches(origin.host(), cookie.domain());
        if (!hostMatches || !cookie.pathMatches(path)) {
            return false;
        }
        return switch (cookie.sameSite()) {
            case STRICT -> sameSite;
            case LAX -> sameSite || safeNavigation;
            case NONE -> true;
        };
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
        for (StoredCookie candidate : kept) {
            if (candidate.cookie.name().equals(name)
                    && !candidate.isExpired(nowNanos)
                    && goesTo(candidate.cookie, to.origin(), to.path(), true, true)) {
                return candidate.cookie.value();
            }
        }
        return null;
    }

    synchronized void clear() {
        kept.clear();
        changes++;
    }

    /** Number of changes so far: cookies that were set, changed or removed. */
    synchronized long changes() {
        return changes;
    }

    /** Number of cookies. */
    public synchronized int size() {
        return kept.size();
    }
}

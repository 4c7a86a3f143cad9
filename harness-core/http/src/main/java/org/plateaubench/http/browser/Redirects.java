// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.browser;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpResponse;
import org.plateaubench.http.RequestBody;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.http.browser.BrowserRequest.Header;

/** The chain of redirects of one request: RFC 9110, section 15.4, as in browsers (Fetch standard). */
final class Redirects {
    private record Visit(String method, WebAddress address, long cookieChanges) {}

    private static final int MAX_REDIRECTS = 20;
    private static final List<String> CREDENTIALS =
            List.of("Authorization", "Proxy-Authorization", "Cookie", "X-CSRF-Token");

    private final List<Visit> visits = new ArrayList<>(2);

    int count() {
        return visits.size();
    }

    /**
     * The next request.
     *
     * @param changesBefore number of changes of the cookie jar before the request; a redirect to the first address is
     *     not a loop if cookies have changed
     * @param changesNow number of changes of the cookie jar after the response
     * @return null if the response is not a redirect, or has no {@code Location}
     */
    @Nullable
    BrowserRequest next(BrowserRequest sent, HttpResponse response, long changesBefore, long changesNow)
            throws BrowserFailure {
        String location = isRedirect(response.status()) ? response.header("Location") : null;
        if (location == null) {
            return null;
        }
        WebAddress from = sent.address();
        WebAddress to = from.resolve(asUtf8(location));
        if (to == null) {
            throw new BrowserFailure(
                    BrowserFailure.Kind.BAD_REDIRECT,
                    from.path() + " redirects to an address that is not a web address");
        }
        if (visits.size() >= MAX_REDIRECTS) {
            throw new BrowserFailure(
                    BrowserFailure.Kind.TOO_MANY_REDIRECTS,
                    from.path() + " is redirected more than " + MAX_REDIRECTS + " times");
        }
        visits.add(new Visit(sent.method(), from, changesBefore));
        BrowserRequest next = redirected(sent, response.status(), to);
        if (visits.contains(new Visit(next.method(), to, changesNow))) {
            throw new BrowserFailure(
                    BrowserFailure.Kind.REDIRECT_LOOP, from.path() + " redirects back to " + to.path());
        }
        return next;
    }

    private static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    private static BrowserRequest redirected(BrowserRequest sent, int status, WebAddress to) {
        String method = sent.method();
        boolean becomesGet = ((status == 301 || status == 302) && method.equals("POST"))
                || (status == 303 && !method.equals("GET") && !method.equals("HEAD"));
        RequestBody body = becomesGet ? null : sent.body();
        boolean isSameOrigin = to.origin().equals(sent.address().origin());
        return new BrowserRequest(
                becomesGet ? "GET" : method, to, body, headers(sent.headers(), becomesGet, isSameOrigin));
    }

    /** Removes credentials if the origin changes, and, if the body is dropped, the headers that describe it. */
    static List<Header> headers(List<Header> headers, boolean withoutBody, boolean isSameOrigin) {
        if (headers.isEmpty()) {
            return headers;
        }
        List<Header> allowed = new ArrayList<>(headers.size());
        for (Header header : headers) {
            boolean isCredential = CREDENTIALS.stream().anyMatch(header.name()::equalsIgnoreCase);
            boolean describesBody = header.name().regionMatches(true, 0, "Content-", 0, "Content-".length());
            if (!(isCredential && !isSameOrigin) && !(describesBody && withoutBody)) {
                allowed.add(header);
            }
        }
        return allowed;
    }

    /** Decodes UTF-8 in an address that was read as ISO-8859-1, like all headers. */
    private static String asUtf8(String location) {
        for (int i = 0; i < location.length(); i++) {
            if (location.charAt(i) > 0x7f) {
                return new String(location.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
            }
        }
        return location;
    }
}

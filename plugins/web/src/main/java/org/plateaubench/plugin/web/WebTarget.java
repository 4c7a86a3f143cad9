// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.web;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.HttpOrigin;
import org.plateaubench.http.address.WebAddress;
import org.plateaubench.plugin.web.WebParameters.PageParameters;
import org.plateaubench.spi.SutServiceType;

/**
 * The servers under load, and the parts that all requests have in common. Immutable.
 *
 * @param areResolved whether all references in the addresses are resolved
 * @param home scheme, host and port
 * @param prefix path that precedes all paths, without a trailing slash
 * @param others further servers
 * @param authorization header with which requests to the home server authenticate; null for none
 * @param hasTokens whether they authenticate by access tokens
 * @param pages the resources that are fetched with pages
 */
record WebTarget(
        boolean areResolved,
        HttpOrigin home,
        String prefix,
        Set<HttpOrigin> others,
        Map<String, String> headers,
        @Nullable String authorization,
        boolean hasTokens,
        boolean cookies,
        int maxBodyBytes,
        PageParameters pages) {
    /** A target without an address, for checks that need none. */
    static final WebTarget NONE = new WebTarget(
            false,
            HttpOrigin.parse("http://localhost"),
            "",
            Set.of(),
            Map.of(),
            null,
            false,
            false,
            1,
            PageParameters.NONE);

    private static final List<String> CREDENTIALS = List.of("Authorization", "Proxy-Authorization", "Cookie");

    /** The target of the parameters; a placeholder replaces an address that is wrong or a reference. */
    static WebTarget of(WebParameters parameters) {
        WebAddress home;
        Set<HttpOrigin> others = new HashSet<>();
        try {
            home = WebAddress.parse(parameters.url());
            parameters.others().forEach(each -> others.add(HttpOrigin.parse(each)));
        } catch (IllegalArgumentException e) {
            home = WebAddress.parse("http://localhost");
        }
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.put("User-Agent", "plateau");
        headers.put("Accept", "*/*");
        headers.putAll(parameters.headers());
        String path = home.path();
        return new WebTarget(
                areResolved(parameters),
                home.origin(),
                path.endsWith("/") ? path.substring(0, path.length() - 1) : path,
                Set.copyOf(others),
                headers,
                authorization(parameters),
                parameters.tokens().areUsed(),
                parameters.cookies(),
                parameters.maxBodyBytes(),
                parameters.pages());
    }

    private static @Nullable String authorization(WebParameters parameters) {
        if (!parameters.user().isEmpty()) {
            return AccessTokens.basic(parameters.user() + ":" + parameters.password());
        }
        return parameters.token().isEmpty() ? null : "Bearer " + parameters.token();
    }

    private static boolean areResolved(WebParameters parameters) {
        return !SutServiceType.isReference(parameters.url())
                && parameters.others().stream().noneMatch(SutServiceType::isReference);
    }

    /** Whether requests may go to a server; always while the addresses are not known yet. */
    boolean allows(HttpOrigin origin) {
        return !areResolved || origin.equals(home) || others.contains(origin);
    }

    /** Converts the address of a WebSocket to that of HTTP; returns any other address unchanged. */
    static String asHttp(String address) {
        return address.startsWith("ws://") || address.startsWith("wss://") ? "http" + address.substring(2) : address;
    }

    /** Whether an answer with this status leads to another address. */
    static boolean isRedirect(int status) {
        return status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    }

    static boolean isCredential(String header) {
        return CREDENTIALS.stream().anyMatch(header::equalsIgnoreCase);
    }
}

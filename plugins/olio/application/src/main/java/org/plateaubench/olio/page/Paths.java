// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Addresses within the site, encoded for a link. */
public final class Paths {
    private Paths() {}

    public static String event(int id) {
        return "/events/" + id;
    }

    public static String person(String userName) {
        return "/people/" + segment(userName);
    }

    public static String tag(String name) {
        return "/tags/" + segment(name);
    }

    private static String segment(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}

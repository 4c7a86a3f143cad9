// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import java.util.List;

/**
 * The style sheets and scripts of a page, in addition to those of every page. Including the icons in its template, each
 * of the six pages that the workload opens has as many static files as in Olio's PHP version.
 */
@SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
enum PageAssets {
    HOME(List.of("list"), List.of()),
    TAG(List.of("list"), List.of("suggest")),
    EVENT(List.of("event"), List.of("rating")),
    PERSON(List.of("person"), List.of()),
    ADD_PERSON(List.of("form"), List.of("form", "name")),
    ADD_EVENT(List.of("form"), List.of("form", "tags")),
    PLAIN(List.of("form"), List.of());

    private final List<String> styles;
    private final List<String> scripts;

    PageAssets(List<String> styles, List<String> scripts) {
        this.styles = styles;
        this.scripts = scripts;
    }

    List<String> styles() {
        return styles;
    }

    List<String> scripts() {
        return scripts;
    }
}

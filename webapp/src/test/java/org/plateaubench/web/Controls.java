// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.plateaubench.web.http.PageFiles;
import org.plateaubench.web.http.StaticFiles;

/**
 * Finds every place in the sources of the pages that draws a button, a form or a field (not read only), and records
 * which of them were used in a browser. The console serves each script with its places marked. Not thread-safe.
 */
final class Controls {
    private static final Pattern PLACE =
            Pattern.compile("<(button|form|select|summary|textarea|input)\\b(?![^>]*\\breadonly\\b)");
    private static final Pattern SCRIPT = Pattern.compile(".*/(?:page|module)/[^/]+\\.js");
    private static final int SHOWN = 110;

    private static final String LISTEN = """
            for (const [type, controls] of [
              ['click', 'button, summary, input[type=checkbox], input[type=radio]'],
              ['submit', 'form'],
              ['input', 'input, textarea, select'],
            ]) {
              document.addEventListener(type, (event) => {
                const place = event.target.closest?.(controls)?.dataset.place;
                if (place) {
                  window.used(place);
                }
                // A form that cannot be sent counts as used when one of its fields is.
                const form = event.target.form;
                if (type === 'input' && form?.dataset.place && !form.querySelector('button:not([type=button])')) {
                  window.used(form.dataset.place);
                }
              }, true);
            }""";

    private static final Pattern HANDLER = Pattern.compile("@([a-z]+)=\\$\\{");
    private static final Pattern TAG = Pattern.compile("<([a-z][a-z0-9-]*)(?=[\\s>])");

    private final Map<String, String> places = new TreeMap<>();
    private final Set<String> used = new TreeSet<>();
    /** The pages with their places marked. */
    final StaticFiles pages;

    /** Marks the pages, and keeps them in a folder until they are read. */
    Controls(Path folder) throws IOException {
        pages = PageFiles.changed(folder, (name, text) -> name.endsWith(".js") ? marked(name, text) : text);
    }

    private String marked(String name, String text) {
        return PLACE.matcher(text).replaceAll(found -> {
            long line = text.substring(0, found.start()).lines().count();
            String place = name + ":" + Math.max(1, line) + ":" + places.size();
            String rest = text.substring(found.start(), Math.min(text.length(), found.start() + SHOWN));
            places.put(place, rest.replaceAll("\\s+", " "));
            return Matcher.quoteReplacement(found.group() + " data-place=\"" + place + "\"");
        });
    }

    /** Watches a window, beginning with its next page. */
    void watch(Page page) {
        BrowserContext context = page.context();
        context.exposeBinding("used", (source, arguments) -> used.add(String.valueOf(arguments[0])));
        context.addInitScript(LISTEN);
    }

    /** The controls that no test has used, with the beginning of their markup. */
    List<String> unused() {
        return places.entrySet().stream()
                .filter(place -> !used.contains(place.getKey()))
                .map(place -> place.getKey() + " " + place.getValue())
                .toList();
    }

    /** The event handlers on elements that are not controls, each as script, element and event. */
    static Set<String> handlersElsewhere() {
        Set<String> elsewhere = new TreeSet<>();
        PageFiles.texts().forEach((name, text) -> {
            if (SCRIPT.matcher(name).matches()) {
                HANDLER.matcher(text).results().forEach(handler -> {
                    String tag = TAG.matcher(text.substring(0, handler.start()))
                            .results()
                            .map(found -> found.group(1))
                            .reduce("", (before, last) -> last);
                    if (!PLACE.matcher("<" + tag + ">").find()) {
                        elsewhere.add(name.replaceFirst(".*/", "") + " " + tag + " " + handler.group(1));
                    }
                });
            }
        });
        return elsewhere;
    }
}

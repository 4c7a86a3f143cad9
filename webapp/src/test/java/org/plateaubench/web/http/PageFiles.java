// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The files of the pages as they are served, those that reports share too. */
public final class PageFiles {
    private PageFiles() {}

    /** The text of each file by its path, which begins with a slash. */
    public static Map<String, String> texts() {
        Map<String, String> texts = new TreeMap<>();
        try {
            StaticFiles.pages(PageFiles.class.getClassLoader())
                    .forEach(file ->
                            texts.put("/" + file.getKey(), new String(file.getValue(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return texts;
    }
}

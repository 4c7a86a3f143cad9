// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio.page;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The templates, each compiled once. Output is escaped, unless a template states otherwise. */
final class Templates {
    /** Escapes for text and for attributes in double quotes; the templates have no other places. */
    private static final String[][] ESCAPES = {
        {"&", "&amp;"}, {"'", "&#39;"}, {"\"", "&quot;"}, {"<", "&lt;"}, {">", "&gt;"}
    };

    private static final Mustache.Compiler COMPILER = Mustache.compiler()
            .withEscaper(Escapers.simple(ESCAPES))
            .defaultValue("")
            .emptyStringIsFalse(true)
            .zeroIsFalse(true)
            .withLoader(name -> new StringReader(text(name)));

    private Templates() {}

    static Template of(String name) {
        return COMPILER.compile(text(name));
    }

    private static String text(String name) {
        try (InputStream in = Templates.class.getResourceAsStream(name + ".mustache")) {
            if (in == null) {
                throw new IllegalStateException("no template " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

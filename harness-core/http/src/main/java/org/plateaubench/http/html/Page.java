// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;

/**
 * An HTML page, parsed as in browsers, with its parts, links and forms. Not thread-safe. As in a browser, the content
 * of {@code noscript} and {@code template} is omitted.
 */
public final class Page {
    private final WebAddress address;
    private final Document document;
    private final PageParts parts;

    private Page(WebAddress address, Document document) {
        this.address = address;
        this.document = document;
        this.parts = PageParts.of(document, address);
    }

    /**
     * Parses a page. This never fails: any bytes give a page.
     *
     * @param body array that contains the decompressed page; not kept
     * @param offset index at which the page begins
     * @param length length of the page in bytes
     * @param charset charset of {@code Content-Type}; if it is null or unknown, the declaration in the page is used
     * @param address address of the page, after redirects
     */
    public static Page parse(byte[] body, int offset, int length, @Nullable String charset, WebAddress address) {
        try {
            ByteArrayInputStream in = new ByteArrayInputStream(body, offset, length);
            return new Page(address, Jsoup.parse(in, known(charset), ""));
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be read", e);
        }
    }

    private static @Nullable String known(@Nullable String charset) {
        try {
            return charset != null
                            && Charset.isSupported(charset)
                            && Charset.forName(charset).canEncode()
                    ? charset
                    : null;
        } catch (IllegalCharsetNameException e) {
            return null;
        }
    }

    /** The address of the page. */
    public WebAddress address() {
        return address;
    }

    /** The base of relative references: {@code base href}, or the address of the page. */
    public WebAddress base() {
        return parts.base();
    }

    /** The title; empty if there is none. */
    public String title() {
        return document.title();
    }

    /** Links in the order of the page, with repetitions. */
    public List<Link> links() {
        return parts.links();
    }

    /** Links whose path begins with a prefix, each address once, in the order of the page. */
    public List<WebAddress> linksBelow(String path) {
        Set<WebAddress> found = new LinkedHashSet<>();
        for (Link link : parts.links()) {
            if (link.address().target().startsWith(path)) {
                found.add(link.address());
            }
        }
        return List.copyOf(found);
    }

    /** Images ({@code img} and image buttons), each address once. */
    public List<WebAddress> images() {
        return parts.images();
    }

    /** Style sheets, scripts and icons, each address once. */
    public List<WebAddress> statics() {
        return parts.statics();
    }

    /** Forms in the order of the page. */
    public List<Form> forms() {
        return parts.forms();
    }

    /**
     * The first form with this id or name, or with this path of its action.
     *
     * @throws WrongContent if there is none
     */
    public Form form(String idOrNameOrPath) throws WrongContent {
        for (Form form : parts.forms()) {
            if (form.id().equals(idOrNameOrPath)
                    || form.name().equals(idOrNameOrPath)
                    || form.action().path().equals(idOrNameOrPath)) {
                return form;
            }
        }
        throw new WrongContent("the page " + address.target() + " has no form " + idOrNameOrPath);
    }

    /** The visible text, with normalised blanks. */
    public String text() {
        return document.text();
    }

    /** The parsed document, for content to which this class gives no access. */
    public Document document() {
        return document;
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import static org.apiguardian.api.API.Status.EXPERIMENTAL;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apiguardian.api.API;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;

/**
 * An HTML page, parsed as browsers parse it, and what one would fetch, follow and send from it. User-confined. What lies
 * in {@code noscript} and {@code template} is not there for a browser, and so not here.
 */
@API(status = EXPERIMENTAL, since = "0.1")
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
     * Parses a page; whatever the bytes are, a page comes of it.
     *
     * @param body the bytes, decompressed; not kept
     * @param offset where in them the page begins
     * @param length how many of them are the page
     * @param charset what {@code Content-Type} says; null or an unknown one when the page itself is to say it
     * @param address where it was fetched, after redirects
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

    /** Where the page was fetched. */
    public WebAddress address() {
        return address;
    }

    /** What relative references start from: {@code base href}, or the address of the page. */
    public WebAddress base() {
        return parts.base();
    }

    /** The title; empty when there is none. */
    public String title() {
        return document.title();
    }

    /** Links in the order of the page, with repetitions. */
    public List<Link> links() {
        return parts.links();
    }

    /** Links whose path begins so, each address once, in the order of the page. */
    public List<WebAddress> linksBelow(String path) {
        Set<WebAddress> found = new LinkedHashSet<>();
        for (Link link : parts.links()) {
            if (link.address().target().startsWith(path)) {
                found.add(link.address());
            }
        }
        return List.copyOf(found);
    }

    /** Images, each address once: {@code img}, image buttons. */
    public List<WebAddress> images() {
        return parts.images();
    }

    /** How many image elements the page has, with repetitions. */
    public int imageReferences() {
        return parts.imageReferences();
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
     * The first form with this id or name, or whose action has this path.
     *
     * @throws WrongContent when there is none
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

    /** The text a user sees, blanks normalised. */
    public String text() {
        return document.text();
    }

    /** The parsed document, for what this class does not look for. */
    public Document document() {
        return document;
    }
}

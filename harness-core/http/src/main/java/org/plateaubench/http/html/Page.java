// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;

/**
 * An HTML page, parsed as in browsers, with its parts, links and forms. Not thread-safe. As in a browser, the content
 * of {@code noscript} and {@code template} is omitted.
 */
public final class Page {
    private final WebAddress address;
    private final Document document;
    private final WebAddress base;
    private final List<Link> links;
    private final List<WebAddress> images;
    private final List<WebAddress> statics;
    private final List<Form> forms;

    private Page(WebAddress address, Document document) {
        this.address = address;
        this.document = document;
        Walk walk = new Walk();
        NodeTraversor.filter(walk, document);
        WebAddress declared = walk.base == null ? null : address.resolve(walk.base);
        base = declared == null ? address : declared;
        links = links(walk, base);
        images = resolved(walk.images, base);
        statics = resolved(walk.statics, base);
        forms = forms(walk, base);
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
            return new Page(address, Jsoup.parse(in, supportedOrNull(charset), ""));
        } catch (IOException e) {
            throw new UncheckedIOException("an array cannot fail to be read", e);
        }
    }

    /** The page of a parsed document. */
    public static Page of(WebAddress address, Document document) {
        return new Page(address, document);
    }

    private static @Nullable String supportedOrNull(@Nullable String charset) {
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
        return base;
    }

    /** The title; empty if there is none. */
    public String title() {
        return document.title();
    }

    /** Links in the order of the page, with repetitions. */
    public List<Link> links() {
        return links;
    }

    /** Links whose path begins with a prefix, each address once, in the order of the page. */
    public List<WebAddress> linksBelow(String path) {
        Set<WebAddress> found = new LinkedHashSet<>();
        for (Link link : links) {
            if (link.address().target().startsWith(path)) {
                found.add(link.address());
            }
        }
        return List.copyOf(found);
    }

    /** Images ({@code img} and image buttons), each address once. */
    public List<WebAddress> images() {
        return images;
    }

    /** Style sheets, scripts and icons, each address once. */
    public List<WebAddress> statics() {
        return statics;
    }

    /** Forms in the order of the page. */
    public List<Form> forms() {
        return forms;
    }

    /**
     * The first form with this id or name, or with this path of its action.
     *
     * @throws WrongContent if there is none
     */
    public Form form(String idOrNameOrPath) throws WrongContent {
        for (Form form : forms) {
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

    private static List<Link> links(Walk walk, WebAddress base) {
        List<Link> links = new ArrayList<>(walk.links.size());
        for (Element element : walk.links) {
            WebAddress address = base.resolve(element.attr("href"));
            if (address != null) {
                links.add(new Link(address, element.text()));
            }
        }
        return List.copyOf(links);
    }

    private static List<WebAddress> resolved(List<String> references, WebAddress base) {
        Set<WebAddress> addresses = new LinkedHashSet<>();
        for (String reference : references) {
            WebAddress address = base.resolve(reference);
            if (address != null) {
                addresses.add(address);
            }
        }
        return List.copyOf(addresses);
    }

    @SuppressWarnings("ReferenceEquality") // Two forms of a page may be equal.
    private static List<Form> forms(Walk walk, WebAddress base) {
        if (walk.forms.isEmpty()) {
            return List.of();
        }
        IdentityHashMap<Element, FormElement> owners = owners(walk);
        List<Form> forms = new ArrayList<>(walk.forms.size());
        for (FormElement form : walk.forms) {
            List<Element> controls = new ArrayList<>();
            for (Element control : walk.controls) {
                if (owners.get(control) == form) {
                    controls.add(control);
                }
            }
            forms.add(Form.of(form, controls, base));
        }
        return List.copyOf(forms);
    }

    /**
     * The form of each control: by the attribute {@code form}, by the nearest enclosing form, or as assigned by the
     * parser where tables break a form.
     */
    private static IdentityHashMap<Element, FormElement> owners(Walk walk) {
        IdentityHashMap<Element, FormElement> owners = new IdentityHashMap<>();
        Map<String, FormElement> byId = new HashMap<>();
        for (FormElement form : walk.forms) {
            byId.putIfAbsent(form.id(), form);
            for (Element control : form.elements()) {
                owners.put(control, form);
            }
        }
        for (Element control : walk.controls) {
            if (control.hasAttr("form")) {
                String id = control.attr("form");
                owners.remove(control);
                if (!id.isEmpty() && byId.containsKey(id)) {
                    owners.put(control, byId.get(id));
                }
            } else if (!owners.containsKey(control) && control.closest("form") instanceof FormElement form) {
                owners.put(control, form);
            }
        }
        return owners;
    }

    /** Visits all elements once. References are resolved after the last, because the base may be declared anywhere. */
    private static final class Walk implements NodeFilter {
        private final List<Element> links = new ArrayList<>();
        private final List<String> images = new ArrayList<>();
        private final List<String> statics = new ArrayList<>();
        private final List<FormElement> forms = new ArrayList<>();
        private final List<Element> controls = new ArrayList<>();
        private @Nullable String base;

        @Override
        public FilterResult head(Node node, int depth) {
            if (!(node instanceof Element element)) {
                return FilterResult.CONTINUE;
            }
            switch (element.normalName()) {
                case "noscript", "template" -> {
                    return FilterResult.SKIP_ENTIRELY;
                }
                case "base" -> base(element);
                case "a", "area" -> link(element);
                case "img" -> image(element);
                case "script" -> script(element);
                case "link" -> linkedResource(element);
                case "form" -> {
                    if (element instanceof FormElement form) {
                        forms.add(form);
                    }
                }
                case "input", "select", "textarea", "button" -> control(element);
                default -> {}
            }
            return FilterResult.CONTINUE;
        }

        @Override
        public FilterResult tail(Node node, int depth) {
            return FilterResult.CONTINUE;
        }

        private void base(Element element) {
            if (base == null && element.hasAttr("href")) {
                base = element.attr("href");
            }
        }

        private void link(Element element) {
            if (element.hasAttr("href")) {
                links.add(element);
            }
        }

        private void image(Element element) {
            String source = element.attr("src");
            if (!source.isBlank()) {
                images.add(source);
            }
        }

        private void script(Element element) {
            String source = element.attr("src");
            if (!source.isBlank() && !element.hasAttr("nomodule") && isScript(element.attr("type"))) {
                statics.add(source);
            }
        }

        private static boolean isScript(String type) {
            String lower = type.strip().toLowerCase(Locale.ROOT);
            return lower.isEmpty()
                    || lower.equals("module")
                    || lower.endsWith("javascript")
                    || lower.endsWith("ecmascript");
        }

        private void linkedResource(Element element) {
            String reference = element.attr("href");
            if (reference.isBlank() || element.hasAttr("disabled")) {
                return;
            }
            boolean isFetched = false;
            for (String relation : element.attr("rel").toLowerCase(Locale.ROOT).split("\\s+", -1)) {
                switch (relation) {
                    case "stylesheet", "icon", "modulepreload", "preload", "manifest" -> isFetched = true;
                    case "alternate" -> {
                        return;
                    }
                    default -> {}
                }
            }
            if (isFetched) {
                statics.add(reference);
            }
        }

        private void control(Element element) {
            controls.add(element);
            if (element.normalName().equals("input") && element.attr("type").equalsIgnoreCase("image")) {
                image(element);
            }
        }
    }
}

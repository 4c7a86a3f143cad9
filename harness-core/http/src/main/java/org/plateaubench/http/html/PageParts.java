// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.http.html;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.FormElement;
import org.jsoup.nodes.Node;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeFilter.FilterResult;
import org.jsoup.select.NodeTraversor;
import org.jspecify.annotations.Nullable;
import org.plateaubench.http.address.WebAddress;

/** The results of one walk over a document. */
record PageParts(
        WebAddress base, List<Link> links, List<WebAddress> images, List<WebAddress> statics, List<Form> forms) {

    static PageParts of(Document document, WebAddress address) {
        Walk walk = new Walk();
        NodeTraversor.filter(walk, document);
        WebAddress base = walk.base == null ? null : address.resolve(walk.base);
        WebAddress start = base == null ? address : base;
        return new PageParts(
                start,
                links(walk, start),
                resolved(walk.images, start),
                resolved(walk.statics, start),
                forms(walk, start));
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
            forms.add(FormReader.form(form, controls, base));
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

    /** One walk over all elements. References are resolved at its end, because the base may be declared anywhere. */
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
            boolean fetched = false;
            for (String relation : element.attr("rel").toLowerCase(Locale.ROOT).split("\\s+", -1)) {
                switch (relation) {
                    case "stylesheet", "icon", "modulepreload", "preload", "manifest" -> fetched = true;
                    case "alternate" -> {
                        return;
                    }
                    default -> {}
                }
            }
            if (fetched) {
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

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.plugins;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * A page of documentation as safe HTML: HTML in the page is shown as text, links lead to other pages, to a heading or
 * to the web, images come from the installation, and everything else is left out.
 */
final class PageHtml {
    /** Prefix of the ids of headings, so that no page can take an id that the console uses. */
    private static final String ANCHOR = "doc-";

    private static final Pattern OTHER_PAGE = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_-]*)\\.md(#.*)?");
    private static final Pattern WEB = Pattern.compile("https?://.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern OUT_OF_FOLDER = Pattern.compile("^(?:\\./|\\.\\./)+");

    private static final Parser PARSER =
            Parser.builder().extensions(List.of(TablesExtension.create())).build();

    private final String plugin;
    private final Function<String, String> pages;

    PageHtml(String plugin, Function<String, String> pages) {
        this.plugin = plugin;
        this.pages = pages;
    }

    /** A page. */
    record Page(String title, String html) {}

    Page of(String text, String otherwise) {
        Node document = PARSER.parse(text);
        String title = otherwise;
        Node first = document.getFirstChild();
        if (first instanceof Heading heading && heading.getLevel() == 1) {
            title = words(heading);
            heading.unlink();
        }
        document.accept(new Disarm());
        Map<Node, String> anchors = anchors(document);
        HtmlRenderer renderer = HtmlRenderer.builder()
                .extensions(List.of(TablesExtension.create()))
                .escapeHtml(true)
                .sanitizeUrls(true)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    if (node instanceof Heading && anchors.containsKey(node)) {
                        attributes.put("id", anchors.get(node));
                    }
                    if (node instanceof Link link
                            && WEB.matcher(link.getDestination()).matches()) {
                        attributes.put("rel", "noopener noreferrer nofollow");
                    }
                    if (node instanceof Image) {
                        attributes.put("loading", "lazy");
                    }
                })
                .build();
        return new Page(title, renderer.render(document));
    }

    /** Returns the title of a page without converting the rest. */
    static String title(String text, String otherwise) {
        return PARSER.parse(text).getFirstChild() instanceof Heading heading ? words(heading) : otherwise;
    }

    private static String words(Node node) {
        StringBuilder words = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                words.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                words.append(code.getLiteral());
            }
        });
        return words.toString();
    }

    private static Map<Node, String> anchors(Node document) {
        Map<Node, String> anchors = new HashMap<>();
        Map<String, Integer> used = new HashMap<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                String slug = words(heading)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
                int times = used.merge(slug, 1, Integer::sum);
                anchors.put(heading, ANCHOR + slug + (times == 1 ? "" : "-" + (times - 1)));
            }
        });
        return anchors;
    }

    /** Changes headings, links and images so that they fit into a page of the console and lead nowhere else. */
    private final class Disarm extends AbstractVisitor {
        @Override
        public void visit(Heading heading) {
            heading.setLevel(Math.min(6, Math.max(2, heading.getLevel())));
            visitChildren(heading);
        }

        @Override
        public void visit(Link link) {
            visitChildren(link);
            String destination = link.getDestination();
            Matcher page = OTHER_PAGE.matcher(destination);
            link.setTitle(null);
            if (destination.startsWith("#")) {
                link.setDestination("#" + ANCHOR + destination.substring(1));
            } else if (page.matches() && !pages.apply(page.group(1)).isEmpty()) {
                String fragment = page.group(2) == null
                        ? ""
                        : "#" + ANCHOR + page.group(2).substring(1);
                link.setDestination(pages.apply(page.group(1)) + fragment);
            } else if (!WEB.matcher(destination).matches()) {
                replaceByChildren(link);
            }
        }

        @Override
        public void visit(Image image) {
            String path = OUT_OF_FOLDER.matcher(image.getDestination()).replaceFirst("");
            if (PluginPages.isImage(path)) {
                image.setTitle(null);
                image.setDestination("/api/v1/plugins/" + plugin + "/documentation/images/" + path);
            } else {
                replaceByChildren(image);
            }
        }

        private void replaceByChildren(Node node) {
            Node before = node;
            Node child = node.getFirstChild();
            while (child != null) {
                Node next = child.getNext();
                before.insertAfter(child);
                before = child;
                child = next;
            }
            node.unlink();
        }
    }
}

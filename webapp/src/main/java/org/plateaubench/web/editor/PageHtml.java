// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.web.editor;

import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.ext.heading.anchor.HeadingAnchorExtension;
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
 * A page of documentation as HTML. HTML in the page is shown as text, and links and images refer to addresses of the
 * console. A link to a file that the console does not show is left out.
 */
final class PageHtml {
    /** Prefix of the ids of headings, so that no page can take an id that the console uses. */
    private static final String ANCHOR = "doc-";

    private static final Pattern OTHER_PAGE = Pattern.compile("([A-Za-z0-9_][A-Za-z0-9_-]*)\\.md(#.*)?");
    private static final Pattern WEB = Pattern.compile("https?://.*", Pattern.CASE_INSENSITIVE);
    private static final Pattern OUT_OF_FOLDER = Pattern.compile("^(?:\\./|\\.\\./)+");

    private static final List<Extension> EXTENSIONS = List.of(
            TablesExtension.create(),
            HeadingAnchorExtension.builder().idPrefix(ANCHOR).build());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();
    private static final HtmlRenderer RENDERER = HtmlRenderer.builder()
            .extensions(EXTENSIONS)
            .escapeHtml(true)
            .sanitizeUrls(true)
            .build();

    private final String plugin;
    private final Function<String, String> pages;

    PageHtml(String plugin, Function<String, String> pages) {
        this.plugin = plugin;
        this.pages = pages;
    }

    record Page(String title, String html) {}

    Page convert(String text, String defaultTitle) {
        Node document = PARSER.parse(text);
        String title = defaultTitle;
        if (document.getFirstChild() instanceof Heading heading && heading.getLevel() == 1) {
            title = textOf(heading);
            heading.unlink();
        }
        document.accept(new Targets());
        return new Page(title, RENDERER.render(document));
    }

    /** Returns the title of a page without converting the rest. */
    static String title(String text, String defaultTitle) {
        return PARSER.parse(text).getFirstChild() instanceof Heading heading ? textOf(heading) : defaultTitle;
    }

    private static String textOf(Node node) {
        StringBuilder all = new StringBuilder();
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text text) {
                all.append(text.getLiteral());
            }

            @Override
            public void visit(Code code) {
                all.append(code.getLiteral());
            }
        });
        return all.toString();
    }

    private final class Targets extends AbstractVisitor {
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

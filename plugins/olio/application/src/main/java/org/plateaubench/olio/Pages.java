// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.olio;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.EventDetail.Listing;
import org.plateaubench.olio.EventDetail.PersonLink;
import org.plateaubench.olio.EventDetail.Tag;

/** Renders the pages, in UTF-8, from templates whose output is escaped unless they state otherwise. Thread-safe. */
final class Pages {
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

    private final Template layout = template("layout");
    private final Template home = template("home");
    private final Template tag = template("tag");
    private final Template tagIndex = template("tags");
    private final Template event = template("event");
    private final Template person = template("person");
    private final Template form = template("form");
    private final Template signIn = template("sign-in");
    private final Template message = template("message");

    /** Returns the home page; the viewer is the signed-in user, and pages of lists are numbered from 1. */
    byte[] home(@Nullable PersonLink viewer, Listing events, int page, List<Tag> cloud) {
        Map<String, Object> model = new HashMap<>(paging("/", page, events));
        model.put("cloud", cloud);
        model.put("hero", page == 1);
        return page(Assets.HOME, viewer, "What is on", home, model);
    }

    byte[] tag(@Nullable PersonLink viewer, String name, Listing events, int page) {
        Map<String, Object> model = new HashMap<>(paging(Tag.path(name), page, events));
        model.put("name", name);
        return page(Assets.TAG, viewer, "Events tagged " + name, tag, model);
    }

    private static Map<String, Object> paging(String path, int page, Listing events) {
        return Map.of(
                "events",
                events.events(),
                "page",
                page,
                "earlier",
                page > 1 ? path + "?page=" + (page - 1) : "",
                "later",
                events.more() ? path + "?page=" + (page + 1) : "");
    }

    byte[] tags(@Nullable PersonLink viewer, List<Tag> cloud) {
        return page(Assets.TAG, viewer, "Tags", tagIndex, Map.of("cloud", cloud));
    }

    /** Returns the page of an event; a refused comment is shown again with its problem, both empty for none. */
    byte[] event(@Nullable PersonLink viewer, EventDetail detail, String comment, String problem) {
        boolean attending = viewer != null && detail.attendees().contains(viewer);
        Map<String, Object> model =
                Map.of("detail", detail, "attending", attending, "comment", comment, "problem", problem);
        return page(Assets.EVENT, viewer, detail.event().head().title(), event, model);
    }

    byte[] person(@Nullable PersonLink viewer, PersonDetail profile, boolean isNew) {
        PersonLink link = profile.person().link();
        boolean own = link.equals(viewer);
        Map<String, Object> model = Map.of("profile", profile, "own", own, "isNew", isNew);
        return page(Assets.PERSON, viewer, link.userName(), person, model);
    }

    byte[] addPerson(@Nullable PersonLink viewer, Form.Filled filled) {
        String intro = "Find out what is on, and go there together.";
        return form(Assets.ADD_PERSON, viewer, filled, "Join Olio", intro, "/people");
    }

    byte[] addEvent(@Nullable PersonLink viewer, Form.Filled filled) {
        String intro = "Announce what is going to happen.";
        return form(Assets.ADD_EVENT, viewer, filled, "Post an event", intro, "/events");
    }

    private byte[] form(
            Assets assets, @Nullable PersonLink viewer, Form.Filled filled, String title, String intro, String action) {
        Map<String, Object> model = Map.of(
                "intro",
                intro,
                "action",
                action,
                "groups",
                filled.groups(),
                "wrong",
                !filled.isAcceptable(),
                "forEvent",
                assets == Assets.ADD_EVENT);
        return page(assets, viewer, title, form, model);
    }

    /**
     * Returns the sign-in page.
     *
     * @param name content of the field for the name
     * @param to address of the page after signing in
     * @param problem empty for none
     */
    byte[] signIn(@Nullable PersonLink viewer, String name, String to, String problem) {
        return page(Assets.PLAIN, viewer, "Sign in", signIn, Map.of("name", name, "to", to, "problem", problem));
    }

    byte[] message(@Nullable PersonLink viewer, int status, String title, String text) {
        return page(Assets.PLAIN, viewer, title, message, Map.of("status", Integer.toString(status), "text", text));
    }

    private byte[] page(
            Assets assets, @Nullable PersonLink viewer, String title, Template template, Map<String, Object> content) {
        Map<String, Object> model = new HashMap<>(content);
        model.put("signedIn", viewer != null);
        if (viewer != null) {
            model.put("viewer", viewer);
        }
        model.put("title", title);
        model.put("body", template.execute(model));
        model.put("styles", assets.styles);
        model.put("scripts", assets.scripts);
        return layout.execute(model).getBytes(StandardCharsets.UTF_8);
    }

    private static Template template(String name) {
        return COMPILER.compile(text(name));
    }

    private static String text(String name) {
        try (InputStream in = Pages.class.getResourceAsStream(name + ".mustache")) {
            if (in == null) {
                throw new IllegalStateException("no template " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The style sheets and scripts of a page, in addition to those of every page. Including the icons in its template,
     * each of the six pages that the workload opens has as many static files as in Olio's PHP version.
     */
    @SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
    private enum Assets {
        HOME("list"),
        TAG("list", "suggest"),
        EVENT("event", "rating"),
        PERSON("person"),
        ADD_PERSON("form", "form", "name"),
        ADD_EVENT("form", "form", "tags"),
        PLAIN("form");

        private final List<String> styles;
        private final List<String> scripts;

        Assets(String style, String... scripts) {
            this.styles = List.of(style);
            this.scripts = List.of(scripts);
        }
    }
}

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.plateaubench.olio.store.EventDetail;
import org.plateaubench.olio.store.EventSummary;
import org.plateaubench.olio.store.Listing;
import org.plateaubench.olio.store.PersonDetail;
import org.plateaubench.olio.store.Tag;
import org.plateaubench.plugin.olio.data.media.MediaKind;

/** Makes the pages, in UTF-8, from templates whose output is escaped unless they state otherwise. Any thread. */
public final class Pages {
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
    private final Template listing = template("listing");
    private final Template tag = template("tag");
    private final Template tagIndex = template("tags");
    private final Template event = template("event");
    private final Template person = template("person");
    private final Template form = template("form");
    private final Template signIn = template("sign-in");
    private final Template message = template("message");

    /**
     * Returns the home page.
     *
     * @param page number of the page of the list, from 1
     */
    public byte[] home(Viewer viewer, Listing<EventSummary> events, int page, List<Tag> cloud) {
        Map<String, Object> list = new HashMap<>();
        list.put("events", Views.cards(events.items()));
        list.put("cloud", Views.cloud(cloud));
        paging(list, "/", page, events.more());
        Map<String, Object> model = new HashMap<>();
        model.put("listing", listing.execute(list));
        model.put("hero", page == 1);
        person(model, viewer);
        return page(Assets.HOME, viewer, "What is on", home.execute(model));
    }

    /**
     * Returns the page with the events of a tag.
     *
     * @param page number of the page, from 1
     */
    public byte[] tag(Viewer viewer, String name, Listing<EventSummary> events, int page) {
        Map<String, Object> model = new HashMap<>();
        model.put("name", name);
        model.put("events", Views.cards(events.items()));
        model.put("isEmpty", events.items().isEmpty());
        paging(model, Paths.tag(name), page, events.more());
        return page(Assets.TAG, viewer, "Events tagged " + name, tag.execute(model));
    }

    public byte[] tags(Viewer viewer, List<Tag> cloud) {
        Map<String, Object> model = new HashMap<>();
        model.put("cloud", Views.cloud(cloud));
        return page(Assets.TAG, viewer, "Tags", tagIndex.execute(model));
    }

    /**
     * Returns the page of an event.
     *
     * @param comment refused comment, for correction; empty for none
     * @param problem why it was refused; null for none
     */
    public byte[] event(Viewer viewer, EventDetail detail, String comment, @Nullable String problem) {
        int id = detail.event().head().id();
        Map<String, Object> model = new HashMap<>();
        model.put("event", detail.event());
        model.put("head", detail.event().head());
        model.put("address", detail.event().address());
        model.put(
                "when",
                Views.dayAndTime(
                        detail.event().head().startsAt(), detail.event().timeZone()));
        model.put("moment", detail.event().head().startsAt().toString());
        model.put("picture", MediaKind.EVENT_PICTURE.path(id));
        model.put("thumbnail", MediaKind.EVENT_THUMBNAIL.path(id));
        model.put("document", MediaKind.EVENT_DOCUMENT.path(id));
        model.put("path", Paths.event(id));
        model.put("submitterHref", Paths.person(detail.event().submitter().userName()));
        model.put("tags", Views.tags(detail.tags()));
        model.put("attendees", Views.people(detail.attendees()));
        model.put("going", Views.count(detail.attendees().size(), "person is going", "people are going"));
        model.put("coordinates", Views.coordinates(detail.event().address()));
        model.put("comments", Views.comments(detail.comments()));
        model.put("commented", Views.count(detail.comments().size(), "comment", "comments"));
        model.put(
                "average",
                Views.average(detail.event().scoreTotal(), detail.event().votes()));
        model.put("attending", viewer.isSignedIn() && detail.isAttendedBy(viewer.id()));
        model.put("comment", comment);
        model.put("problem", problem == null ? "" : problem);
        person(model, viewer);
        return page(Assets.EVENT, viewer, detail.event().head().title(), event.execute(model));
    }

    /**
     * Returns the page of a person.
     *
     * @param isNew whether the person has just been registered
     */
    public byte[] person(Viewer viewer, PersonDetail profile, boolean isNew) {
        int id = profile.person().link().id();
        boolean own = viewer.isSignedIn() && viewer.id() == id;
        Map<String, Object> model = new HashMap<>();
        model.put("person", profile.person());
        model.put("userName", profile.person().link().userName());
        model.put("address", profile.person().address());
        model.put("picture", MediaKind.PERSON_PICTURE.path(id));
        model.put("thumbnail", MediaKind.PERSON_THUMBNAIL.path(id));
        model.put("path", Paths.person(profile.person().link().userName()));
        model.put("events", Views.cards(profile.posted()));
        model.put("friends", Views.people(profile.friends()));
        model.put("befriended", Views.count(profile.friends().size(), "friend", "friends"));
        model.put("own", own);
        model.put("isNew", isNew);
        if (own) {
            model.put("incoming", Views.people(profile.incoming()));
            model.put("outgoing", Views.people(profile.outgoing()));
            model.put("incomingCount", profile.incoming().size());
            model.put("outgoingCount", profile.outgoing().size());
        } else {
            model.put("relation", Views.Relation.of(profile, viewer));
        }
        person(model, viewer);
        return page(Assets.PERSON, viewer, profile.person().link().userName(), person.execute(model));
    }

    public byte[] addPerson(Viewer viewer, FilledForm filled) {
        return form(
                Assets.ADD_PERSON,
                viewer,
                filled,
                "Join Olio",
                "Find out what is on, and go there together.",
                "/people");
    }

    public byte[] addEvent(Viewer viewer, FilledForm filled) {
        return form(
                Assets.ADD_EVENT,
                viewer,
                filled,
                "Post an event",
                "Tell everybody what is going to happen.",
                "/events");
    }

    /**
     * Returns the form for signing in.
     *
     * @param name value of the field for the name
     * @param to address of the next page
     * @param problem why signing in failed; null for none
     */
    public byte[] signIn(Viewer viewer, String name, String to, @Nullable String problem) {
        Map<String, Object> model = new HashMap<>();
        model.put("name", name);
        model.put("to", to);
        model.put("problem", problem == null ? "" : problem);
        return page(Assets.PLAIN, viewer, "Sign in", signIn.execute(model));
    }

    public byte[] message(Viewer viewer, int status, String title, String text) {
        Map<String, Object> model = new HashMap<>();
        model.put("status", Integer.toString(status));
        model.put("title", title);
        model.put("text", text);
        return page(Assets.PLAIN, viewer, title, message.execute(model));
    }

    private byte[] form(Assets assets, Viewer viewer, FilledForm filled, String title, String intro, String action) {
        Map<String, Object> model = new HashMap<>();
        model.put("title", title);
        model.put("intro", intro);
        model.put("action", action);
        model.put("groups", FieldView.groups(filled));
        model.put("wrong", filled.wrongFields().size());
        model.put("forEvent", assets == Assets.ADD_EVENT);
        return page(assets, viewer, title, form.execute(model));
    }

    private byte[] page(Assets assets, Viewer viewer, String title, String body) {
        Map<String, Object> model = new HashMap<>();
        model.put("title", title);
        model.put("body", body);
        model.put("styles", assets.styles);
        model.put("scripts", assets.scripts);
        person(model, viewer);
        return layout.execute(model).getBytes(StandardCharsets.UTF_8);
    }

    private static void person(Map<String, Object> model, Viewer viewer) {
        String userName = viewer.userName();
        model.put("signedIn", userName != null);
        if (userName != null) {
            model.put("viewerName", userName);
            model.put("viewerHref", Paths.person(userName));
            model.put("viewerThumbnail", MediaKind.PERSON_THUMBNAIL.path(viewer.id()));
        }
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

    private static void paging(Map<String, Object> model, String path, int page, boolean more) {
        model.put("page", page);
        model.put("earlier", page > 1 ? path + "?page=" + (page - 1) : "");
        model.put("later", more ? path + "?page=" + (page + 1) : "");
    }

    /**
     * The style sheets and scripts of a page, in addition to those of every page. Including the icons in its template, each
     * of the six pages that the workload opens has as many static files as in Olio's PHP version.
     */
    @SuppressWarnings("ImmutableEnumChecker") // Its lists are unmodifiable.
    private enum Assets {
        HOME(List.of("list"), List.of()),
        TAG(List.of("list"), List.of("suggest")),
        EVENT(List.of("event"), List.of("rating")),
        PERSON(List.of("person"), List.of()),
        ADD_PERSON(List.of("form"), List.of("form", "name")),
        ADD_EVENT(List.of("form"), List.of("form", "tags")),
        PLAIN(List.of("form"), List.of());

        private final List<String> styles;
        private final List<String> scripts;

        Assets(List<String> styles, List<String> scripts) {
            this.styles = styles;
            this.scripts = scripts;
        }
    }

    /** The view of a form for its template. */
    static final class FieldView {
        private static final List<String> ZONES = FieldRules.zones();

        private FieldView() {}

        static List<Group> groups(FilledForm filled) {
            return filled.form().groups().stream()
                    .map(group -> new Group(
                            group.legend(),
                            group.fields().stream()
                                    .map(field -> Input.of(field, filled))
                                    .toList()))
                    .toList();
        }

        record Group(String legend, List<Input> inputs) {}

        /** A field as it was filled in, with the options to choose from. */
        record Input(Field field, String value, @Nullable String problem, List<Option> zones) {
            static Input of(Field field, FilledForm filled) {
                String value = field.kind() == Field.Kind.PASSWORD ? "" : filled.value(field.name());
                return new Input(
                        field,
                        value,
                        filled.problem(field.name()),
                        field.kind() == Field.Kind.TIME_ZONE ? options(value) : List.of());
            }

            boolean hasZones() {
                return !zones.isEmpty();
            }

            private static List<Option> options(String chosen) {
                String selected = chosen.isEmpty() ? "UTC" : chosen;
                return ZONES.stream()
                        .map(zone -> new Option(zone, zone.replace('_', ' '), zone.equals(selected)))
                        .toList();
            }
        }

        record Option(String value, String label, boolean selected) {}
    }
}

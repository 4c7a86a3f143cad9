// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.engine.config.text;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.plateaubench.engine.config.text.ConfigNode.Field;
import org.plateaubench.engine.config.text.ConfigNode.Mapping;
import org.plateaubench.engine.config.text.ConfigNode.Scalar;
import org.plateaubench.engine.config.text.ConfigNode.Sequence;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionEndEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Builds the tree of a YAML text from parser events, so that depth and expansion by aliases are bounded while it is
 * read. Scalars stay text: the reader of a value determines its type. Stateless and thread-safe.
 */
public final class YamlTree {
    public static final int MAX_DEPTH = 32;
    static final int MAX_NODES = 20_000;

    private final Function<Optional<Mark>, Location> locate;
    private final Problems problems;
    private final Map<Anchor, ConfigNode> anchors = new HashMap<>();
    private final Deque<Open> open = new ArrayDeque<>();
    private @Nullable ConfigNode root;
    private long total;

    private YamlTree(Function<Optional<Mark>, Location> locate, Problems problems) {
        this.locate = locate;
        this.problems = problems;
    }

    /** The tree of a file; null, with a problem, if the text cannot be read to its end. */
    public static @Nullable ConfigNode ofFile(String file, String text, Problems problems) {
        return new YamlTree(
                        mark -> mark.map(place -> new Location(file, place.getLine() + 1, place.getColumn() + 1))
                                .orElseGet(() -> Location.of(file)),
                        problems)
                .read(text);
    }

    public static @Nullable ConfigNode ofOption(Location option, String text, Problems problems) {
        return new YamlTree(mark -> option, problems).read(text);
    }

    private static final class Open {
        private final Location location;
        private final CollectionStartEvent start;
        private final boolean isMapping;
        private final List<ConfigNode> elements = new ArrayList<>();
        private final Map<String, Field> fields = new LinkedHashMap<>();
        private @Nullable Scalar key;
        private long size = 1;

        Open(Location location, CollectionStartEvent start) {
            this.location = location;
            this.start = start;
            isMapping = start instanceof MappingStartEvent;
        }

        ConfigNode close() {
            return isMapping ? new Mapping(location, fields, size) : new Sequence(location, elements, size);
        }
    }

    /** Thrown when the document cannot be read further; the problem has been reported. */
    private static final class Stop extends Exception {
        private static final long serialVersionUID = 1L;
    }

    private @Nullable ConfigNode read(String text) {
        try {
            LoadSettings settings = LoadSettings.builder().setUseMarks(true).build();
            for (Event event : new Parse(settings).parseString(text)) {
                accept(event);
            }
            return root;
        } catch (Stop e) {
            return null;
        } catch (MarkedYamlEngineException e) {
            Optional<Mark> mark = e.getProblemMark().isPresent() ? e.getProblemMark() : e.getContextMark();
            problems.add(locate.apply(mark), "", "is not valid YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(locate.apply(Optional.empty()), "", "is not valid YAML: " + e.getMessage());
        }
        return null;
    }

    private void accept(Event event) throws Stop {
        Location location = locate.apply(event.getStartMark());
        switch (event) {
            case DocumentStartEvent start -> {
                if (root != null) {
                    throw stop(location, "holds more than one document, only one is allowed");
                }
            }
            case AliasEvent alias -> {
                ConfigNode node = anchors.get(alias.getAlias());
                if (node == null) {
                    throw stop(location, "alias *" + alias.getAlias() + " has no anchor, or is part of its own anchor");
                }
                add(node, location);
            }
            case ScalarEvent scalar -> {
                Scalar node = new Scalar(location, scalar.getValue(), scalar.isPlain());
                scalar.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
                add(node, location);
            }
            case CollectionStartEvent start -> open(start, location);
            case CollectionEndEvent end -> {
                Open closed = open.pop();
                ConfigNode node = closed.close();
                closed.start.getAnchor().ifPresent(anchor -> anchors.put(anchor, node));
                // Its nodes were counted when they were added.
                total -= node.size() - 1;
                add(node, location);
            }
            default -> {} // The start and end of stream and document.
        }
    }

    private void open(CollectionStartEvent start, Location location) throws Stop {
        if (open.size() == MAX_DEPTH) {
            throw stop(location, "is nested deeper than " + MAX_DEPTH + " levels");
        }
        open.push(new Open(location, start));
    }

    private void add(ConfigNode node, Location location) throws Stop {
        total += node.size();
        if (total > MAX_NODES) {
            throw stop(location, "holds more than " + MAX_NODES + " values, where an alias counts as its target");
        }
        Open parent = open.peek();
        if (parent == null) {
            root = node;
            return;
        }
        parent.size += node.size();
        if (!parent.isMapping) {
            parent.elements.add(node);
            return;
        }
        Scalar key = parent.key;
        if (key != null) {
            Field before = parent.fields.putIfAbsent(key.text(), new Field(key.location(), node));
            if (before != null) {
                int line = before.keyLocation().line();
                problems.add(key.location(), path(), "occurs twice" + (line == 0 ? "" : ", first in line " + line));
            }
            parent.key = null;
        } else if (node instanceof Scalar scalar) {
            parent.key = new Scalar(location, scalar.text(), scalar.isPlain());
        } else {
            throw stop(node.location(), "a key must be text, found " + node.shown());
        }
    }

    private String path() {
        StringBuilder path = new StringBuilder();
        for (Iterator<Open> outermost = open.descendingIterator(); outermost.hasNext(); ) {
            Open part = outermost.next();
            if (!part.isMapping) {
                path.append('[').append(part.elements.size()).append(']');
            } else if (part.key != null) {
                path.append(path.isEmpty() ? "" : ".").append(part.key.text());
            }
        }
        return path.toString();
    }

    private Stop stop(Location location, String message) {
        problems.add(location, "", message);
        return new Stop();
    }
}

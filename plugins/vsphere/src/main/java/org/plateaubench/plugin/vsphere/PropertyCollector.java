// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Reads properties of many objects in few calls. Not thread-safe. */
final class PropertyCollector {
    private static final int OBJECTS_PER_PAGE = 500;

    /** Maximum number of pages that are read, enough for more objects than a vCenter Server supports. */
    private static final int MAX_PAGES = 200;

    private final SoapConnection connection;
    private final ManagedObject collector;

    /** The properties of one object, as the server reported them, by name. */
    record Properties(ManagedObject self, Map<String, XmlElement> values) {
        String text(String name) {
            XmlElement value = values.get(name);
            return value == null ? "" : value.text();
        }

        /** Returns the objects to which a property refers; none if the property is absent. */
        List<ManagedObject> references(String name) {
            XmlElement value = values.get(name);
            if (value == null) {
                return List.of();
            }
            List<XmlElement> references = value.children("ManagedObjectReference");
            return references.isEmpty() && !value.text().isEmpty()
                    ? List.of(value.reference())
                    : references.stream().map(XmlElement::reference).toList();
        }
    }

    PropertyCollector(SoapConnection connection, ManagedObject collector) {
        this.connection = connection;
        this.collector = collector;
    }

    List<Properties> below(ManagedObject viewManager, ManagedObject folder, String type, List<String> names)
            throws IOException, InterruptedException {
        ManagedObject view = connection.create(
                "CreateContainerView",
                viewManager,
                text -> text.reference("container", folder).value("type", type).value("recursive", true));
        try {
            return read(text -> specification(text, view, type, names, true));
        } finally {
            connection.call("DestroyView", view, text -> {});
        }
    }

    Properties of(ManagedObject object, List<String> names) throws IOException, InterruptedException {
        List<Properties> found = read(text -> specification(text, object, object.type(), names, false));
        if (found.isEmpty()) {
            throw new IOException(object + " does not exist.");
        }
        return found.getFirst();
    }

    /** Writes the specification of an object, or of the objects that a view contains. */
    static void specification(XmlText text, ManagedObject object, String type, List<String> names, boolean isView) {
        text.element("propSet", () -> {
            text.value("type", type).value("all", false);
            names.forEach(name -> text.value("pathSet", name));
        });
        text.element("objectSet", () -> {
            text.reference("obj", object).value("skip", isView);
            if (isView) {
                text.element(
                        "selectSet",
                        "TraversalSpec",
                        () -> text.value("name", "shown")
                                .value("type", "ContainerView")
                                .value("path", "view")
                                .value("skip", false));
            }
        });
    }

    private List<Properties> read(Consumer<XmlText> specification) throws IOException, InterruptedException {
        XmlElement answer = connection.call(
                "RetrievePropertiesEx",
                collector,
                text -> text.element("specSet", () -> specification.accept(text))
                        .element("options", () -> text.value("maxObjects", OBJECTS_PER_PAGE)));
        List<Properties> properties = new ArrayList<>();
        for (int page = 0; page < MAX_PAGES; page++) {
            var result = answer.child("returnval");
            if (result.isEmpty()) {
                return properties;
            }
            result.get().children("objects").forEach(object -> properties.add(properties(object)));
            String token = result.get().text("token");
            if (token.isEmpty()) {
                return properties;
            }
            answer = connection.call("ContinueRetrievePropertiesEx", collector, text -> text.value("token", token));
        }
        throw new IOException("There are more than " + MAX_PAGES * OBJECTS_PER_PAGE + " objects.");
    }

    private static Properties properties(XmlElement object) {
        Map<String, XmlElement> values = new LinkedHashMap<>();
        for (XmlElement property : object.children("propSet")) {
            property.child("val").ifPresent(value -> values.put(property.text("name"), value));
        }
        return new Properties(object.child("obj").map(XmlElement::reference).orElse(new ManagedObject("", "")), values);
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The XML description of a machine or a volume, as libvirt writes and reads it. Not thread-safe. */
final class DomainDocument {
    private final Document document;

    private DomainDocument(Document document) {
        this.document = document;
    }

    static DomainDocument read(String xml) throws IOException {
        return new DomainDocument(XmlElement.document(new InputSource(new StringReader(xml))));
    }

    record Disk(Element element, String device, String file) {}

    /**
     * Returns the hard disks of the machine. Empty drives, optical disks and floppy disks are omitted, because machines
     * may share them.
     */
    List<Disk> disks() throws IOException {
        List<Disk> disks = new ArrayList<>();
        for (Element disk : elements(document.getDocumentElement(), "disk")) {
            String kind = disk.getAttribute("device");
            if (!kind.isEmpty() && !kind.equals("disk")) {
                continue;
            }
            String file = child(disk, "source")
                    .map(source -> source.getAttribute("file"))
                    .orElse("");
            String device = child(disk, "target")
                    .map(target -> target.getAttribute("dev"))
                    .orElse("");
            if (file.isEmpty()) {
                throw new PlatformException("NotSupported", "The disk '" + device + "' is not a file.");
            }
            disks.add(new Disk(disk, device, file));
        }
        return disks;
    }

    /**
     * The files of all disks, including the files below overlays if libvirt reports them: paths, and, for volumes that
     * are given by pool, names of the form of {@link #nameInPool}.
     */
    Set<String> sources() {
        Set<String> sources = new TreeSet<>();
        for (Element disk : elements(document.getDocumentElement(), "disk")) {
            for (Element source : elements(disk, "source")) {
                sources.add(source.getAttribute("file"));
                sources.add(source.getAttribute("dev"));
                sources.add(nameInPool(source.getAttribute("pool"), source.getAttribute("volume")));
            }
        }
        return sources;
    }

    /** The name of a volume within its pool, as descriptions of machines contain it. */
    static String nameInPool(String pool, String volume) {
        return pool + "/" + volume;
    }

    /** The text of an element directly below the root; empty if there is none. */
    String text(String name) {
        return child(document.getDocumentElement(), name)
                .map(Element::getTextContent)
                .orElse("");
    }

    /**
     * Changes this into the description of a different machine, without the other unique values, which libvirt then
     * assigns.
     */
    void rename(String name, String identity, String note) {
        Element root = document.getDocumentElement();
        for (String unique : List.of("uuid", "mac", "nvram", "description", "title")) {
            elements(root, unique).forEach(node -> node.getParentNode().removeChild(node));
        }
        child(root, "name").ifPresent(node -> node.setTextContent(name));
        add("uuid", identity);
        add("description", note);
    }

    static void setFile(Disk disk, String file) {
        child(disk.element(), "source").ifPresent(source -> source.setAttribute("file", file));
        child(disk.element(), "backingStore").ifPresent(chain -> disk.element().removeChild(chain));
    }

    /** The description of a new volume with the format and size of this one. */
    String describeVolume(String name) {
        Element root = document.getDocumentElement();
        for (String unique : List.of("name", "key", "path", "backingStore", "allocation", "physical", "timestamps")) {
            elements(root, unique).forEach(found -> found.getParentNode().removeChild(found));
        }
        add("name", name);
        return toString();
    }

    private void add(String name, String text) {
        Element added = document.createElement(name);
        added.setTextContent(text);
        document.getDocumentElement().appendChild(added);
    }

    private static List<Element> elements(Element root, String name) {
        NodeList found = root.getElementsByTagName(name);
        return IntStream.range(0, found.getLength())
                .mapToObj(found::item)
                .map(Element.class::cast)
                .toList();
    }

    private static Optional<Element> child(Element parent, String name) {
        return elements(parent, name).stream()
                .filter(found -> parent.isSameNode(found.getParentNode()))
                .findFirst();
    }

    @Override
    public String toString() {
        try {
            Transformer transformer = TransformerFactory.newDefaultInstance().newTransformer();
            transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
            StringWriter text = new StringWriter();
            transformer.transform(new DOMSource(document), new StreamResult(text));
            return text.toString();
        } catch (TransformerException e) {
            throw new IllegalStateException("A document that was read cannot be written.", e);
        }
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Answers are untrusted: unknown elements are ignored, and entities and document types are refused. */
final class XmlElementTest {
    private static XmlElement read(String text) throws IOException {
        return XmlElement.read(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void unknownElementsAndNamespacesAreIgnored() throws IOException {
        XmlElement info = read("""
                <x:info xmlns:x="urn:vim25" x:new="1"><x:future><x:deep>2</x:deep></x:future><x:state> success </x:state></x:info>
                """);
        assertThat(info.text("state")).isEqualTo("success");
        assertThat(info.text("nothing", "at", "all")).isEmpty();
        assertThatThrownBy(() -> info.required("result")).hasMessageContaining("no 'result' in 'info'");
    }

    /** A reference has its own type and the type of the object to which it refers. */
    @Test
    void referenceHasTypeOfObject() throws IOException {
        XmlElement value = read("""
                <val xmlns:q="http://www.w3.org/2001/XMLSchema-instance" q:type="vim25:ManagedObjectReference" type="HostSystem">host-1</val>
                """);
        assertThat(value.reference()).isEqualTo(new ManagedObject("HostSystem", "host-1"));
        assertThat(value.instanceType()).isEqualTo("ManagedObjectReference");
    }

    @Test
    void entitiesAndDocumentTypesAreRefused() {
        assertThatThrownBy(() -> read("""
                        <!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>""")).isInstanceOf(IOException.class).hasMessageNotContaining("root:");
        assertThatThrownBy(() -> read("""
                        <!DOCTYPE a [<!ENTITY e "ha"><!ENTITY f "&e;&e;&e;&e;">]><a>&f;</a>""")).isInstanceOf(IOException.class);
    }

    private static String sentence(String content) throws IOException {
        String fault = "<NoPermissionFault>" + content + "</NoPermissionFault>";
        return SoapConnection.missingPrivileges(XmlElement.read(fault.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void missingPrivilegeAndObjectAreNamed() throws IOException {
        assertThat(sentence("<object type=\"VirtualMachine\">vm-7</object><privilegeId>System.Read</privilegeId>"))
                .isEqualTo(" The user's role lacks System.Read on VirtualMachine vm-7.");
        assertThat(OperationsDriver.errorClass(new PlatformException("NoPermission", "It was refused.")))
                .isEqualTo("no-permission");
    }
}

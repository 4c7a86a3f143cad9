// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.plugin.vsphere;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** A user who lacks a privilege: the sentence names it and the object. */
final class DeniedPermissionTest {
    private static String sentence(String content) throws IOException {
        String fault = "<NoPermissionFault>" + content + "</NoPermissionFault>";
        return SoapConnection.missingPrivileges(XmlElement.read(fault.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void missingPrivilegeAndObjectAreNamed() throws IOException {
        assertThat(sentence("<object type=\"VirtualMachine\">vm-7</object><privilegeId>System.Read</privilegeId>"))
                .isEqualTo(" The user's role lacks System.Read on VirtualMachine vm-7.");
        assertThat(OperationsDriver.errorClass(new VimException("NoPermission", "It was refused.")))
                .isEqualTo("no-permission");
    }
}

// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.scenario.value;

import org.plateaubench.api.Finding;
import org.plateaubench.api.UsedFile;

/** A file that a scenario names. Its text is empty until the scenario's files are loaded. */
public final class FileText {
    private final UsedFile file;
    private String text = "";
    private byte[] bytes = {};

    FileText(UsedFile file) {
        this.file = file;
    }

    /** The name as given, and its place. */
    public UsedFile file() {
        return file;
    }

    /** The name as given. */
    public String name() {
        return file.name();
    }

    /** The text; empty before it is loaded. */
    public String text() {
        return text;
    }

    /** The content, which must not be changed; empty before it is loaded. */
    public byte[] bytes() {
        return bytes;
    }

    /** Sets the text. */
    public void load(String newText) {
        text = newText;
        bytes = file.mayBeBinary() ? UsedFile.bytes(newText) : bytes;
    }

    /** A problem of the file, at the place where it is named. */
    public Finding problem(String message, String remedy) {
        return Finding.problem(message, remedy).about(file.parameter());
    }
}

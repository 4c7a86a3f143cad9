// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.api;

import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Objects;

/** The reason of a failure of a file or connection, in words for a person, which the JDK often lacks. Thread-safe. */
public final class IoReason {
    private IoReason() {}

    /** Returns the reason in words, without a full stop and without the name of a class. */
    public static String of(IOException failure) {
        return switch (failure) {
            case AccessDeniedException denied -> denied.getFile() + ": permission denied";
            case NoSuchFileException missing -> missing(Path.of(missing.getFile()));
            case FileAlreadyExistsException existing -> existing.getFile() + ": this file exists already";
            case DirectoryNotEmptyException notEmpty -> notEmpty.getFile() + ": the folder is not empty";
            case UnknownHostException unknown -> "unknown host " + unknown.getMessage();
            case ConnectException refused
            when refused.getMessage() == null -> "nothing accepts connections there, or the host is unknown";
            case ClosedChannelException closed -> "the connection was closed";
            case EOFException ended -> "the data ended early";
            default -> Objects.requireNonNullElse(failure.getMessage(), "the input or output failed");
        };
    }

    private static String missing(Path file) {
        Path folder = file.getParent();
        return folder != null && Files.notExists(folder)
                ? folder + ": there is no such folder"
                : file + ": there is no such file or folder";
    }
}

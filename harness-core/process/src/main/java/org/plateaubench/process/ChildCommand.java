// SPDX-License-Identifier: Apache-2.0
package org.plateaubench.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * The command of a child process. Secrets belong in neither the command nor the environment, which other users and
 * crash reports can see: {@linkplain ChildProcess#writeLine write} them.
 *
 * @param name name in messages, such as {@code H2 of SUT db}
 * @param command program and arguments
 * @param environment variables beside the few that every child inherits, see {@link ChildProcess#start}
 * @param workingFolder working folder; it exists
 * @param log file to which its output is appended; its folder exists
 */
public record ChildCommand(
        String name, List<String> command, Map<String, String> environment, Path workingFolder, Path log) {}

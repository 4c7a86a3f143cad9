// SPDX-License-Identifier: Apache-2.0
/**
 * The commands, one class each, which read arguments, call the application, print results and return the exit code.
 * This package has the commands of the installation itself, and the classes that all commands share.
 */
@NullMarked
package org.plateaubench.cli.command;

import org.jspecify.annotations.NullMarked;

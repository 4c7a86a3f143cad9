// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code mariadb}. Embedded means the server's own program in a separate process, which ends with the
 * harness; external may also be a MySQL server, which the same driver supports.
 */
@NullMarked
package org.plateaubench.plugin.databases.mariadb;

import org.jspecify.annotations.NullMarked;

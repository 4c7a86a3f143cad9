// SPDX-License-Identifier: Apache-2.0
/**
 * SUT service {@code olio}: the reference application in a process of its own, or a site that somebody else runs; and
 * what the harness asks of the application beside what users do.
 */
@NullMarked
package org.plateaubench.plugin.olio.service;

import org.jspecify.annotations.NullMarked;

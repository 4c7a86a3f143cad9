// SPDX-License-Identifier: Apache-2.0
/** The vocabulary a plugin and the harness share: parameters, operations, outcomes. */
@NullMarked
package org.plateaubench.api;

import org.jspecify.annotations.NullMarked;

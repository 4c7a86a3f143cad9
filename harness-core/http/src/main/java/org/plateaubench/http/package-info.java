// SPDX-License-Identifier: Apache-2.0
/** The HTTP driver kit: what a web workload calls. */
@NullMarked
package org.plateaubench.http;

import org.jspecify.annotations.NullMarked;

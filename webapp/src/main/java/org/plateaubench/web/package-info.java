// SPDX-License-Identifier: Apache-2.0
/** The web console: composition of its packages, and the lifecycle of its server. */
@NullMarked
package org.plateaubench.web;

import org.jspecify.annotations.NullMarked;

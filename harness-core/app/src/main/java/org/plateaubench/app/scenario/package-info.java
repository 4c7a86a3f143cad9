// SPDX-License-Identifier: Apache-2.0
/** Scenarios that are made of recordings, descriptions and calls of web sites, and tried with one user. */
@NullMarked
package org.plateaubench.app.scenario;

import org.jspecify.annotations.NullMarked;
